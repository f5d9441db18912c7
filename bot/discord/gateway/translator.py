"""Command names and descriptions in each language, as Discord asks for them."""

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.locale import ENGLISH, languages, texts_of, words_of


class LocaleTranslator(Translator):
    """Discord falls back to English if a language has no text of its own."""

    def __init__(self) -> None:
        self._languages = frozenset(languages()) - {ENGLISH}

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        key, language = string.extras.get("key"), str(locale)
        if language not in self._languages or key is None or key not in texts_of(language):
            return None
        words = words_of(language)
        facts = string.extras.get("facts", {})
        return words(key, **{name: words(fact) for name, fact in facts.items()})
