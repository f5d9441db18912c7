"""Command names and descriptions in each language, as Discord asks for them."""

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.locale import ENGLISH, texts_of, words_of


class LocaleTranslator(Translator):
    """Discord falls back to English if a language has no text of its own."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        key, language = string.extras.get("key"), str(locale)
        if key is None or language == ENGLISH or words_of(language).language != language:
            return None
        if key not in texts_of(language):
            return None
        words = words_of(language)
        facts = string.extras.get("facts", {})
        return words(key, **{name: words(fact) for name, fact in facts.items()})
