"""What a visitor reads of the page is what stands there once it is drawn, however busy it is."""

from tests.browser.visitor import Visitor

PAGE = """
<div id="channel-message-list"><article>{before}</article></div>
<script>
  window.simcordPreview = {state};
  setTimeout(() => {{
    document.querySelector("article").innerHTML = `{after}`;
    window.simcordPreview.publishedRevision = 2;
  }}, 300);
</script>
"""
# A page that takes a click before it shows what comes of it.
CLICKED = """
<div id="channel-message-list"><article>{before}</article></div>
<script>
  window.simcordPreview = {state};
  document.addEventListener("click", () => {{
    window.simcordPreview.lastAction = {{settlement: "settled", diagnostics: []}};
    setTimeout(() => document.querySelector("article").innerHTML = `{after}`, 300);
  }});
</script>
"""
BUTTON = '<button class="component-button">{label}</button>'
UP_TO_DATE = (
    "{ready: true, pendingAction: null, lastAction: null,"
    " awaitingRevision: null, publishedRevision: 1}"
)
BEHIND = UP_TO_DATE.replace("awaitingRevision: null", "awaitingRevision: 2")


def test_a_message_is_read_once_it_has_its_buttons(phone: Visitor) -> None:
    after = BUTTON.format(label="Play")
    phone.page.set_content(PAGE.format(before="", after=after, state=UP_TO_DATE))
    assert phone.look().labels == ["Play"]
    assert phone.buttons == ["Play"]


def test_nothing_is_read_from_a_page_that_has_yet_to_show_an_answer(phone: Visitor) -> None:
    before = BUTTON.format(label="Before")
    after = BUTTON.format(label="After")
    phone.page.set_content(PAGE.format(before=before, after=after, state=BEHIND))
    assert phone.buttons == ["After"]


def test_the_answer_to_a_tap_is_read_once_it_is_there(phone: Visitor) -> None:
    before = BUTTON.format(label="Play")
    after = BUTTON.format(label="Confirm")
    phone.page.set_content(CLICKED.format(before=before, after=after, state=UP_TO_DATE))
    assert phone.tap("Play").labels == ["Confirm"]
