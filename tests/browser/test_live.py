"""Whole games at live tables by clicking, against the real server and its bots."""

import re

from tests.browser.friends import Meek, friends
from tests.browser.hands import Doomed, Hands, Keys, Typist, play
from tests.browser.rooms import join, open_table, start
from tests.browser.stroll import DESK, PHONE, Street, Walk, needs_browser

pytestmark = needs_browser

COVERED = """() => {
  const things = [...document.querySelectorAll(
    ".centre .number, .seat .height, .seat .disc, .seat .name, .seat .token")];
  const boxes = [...document.querySelectorAll(".bubble")].map((one) => one.getBoundingClientRect());
  return things.filter((one) => {
    const thing = one.getBoundingClientRect();
    return boxes.some((box) => box.left < thing.right && thing.left < box.right
      && box.top < thing.bottom && thing.top < box.bottom);
  }).map((one) => one.className);
}"""
"""The parts of the game that a speech bubble covers."""


def check_end(walker: Walk) -> None:
    """Check that there is a winner."""
    assert re.search("You won!|wins", walker.page.locator(".end h2").inner_text())


def check_discs(walker: Walk, seats: int) -> None:
    """Check that all discs are shown, on the table and one by one: four each."""
    page = walker.page
    page.get_by_role("button", name="All discs open").click()
    assert page.locator(".holdings li").count() == seats
    assert page.locator(".holdings img:not([alt=''])").count() == 4 * seats
    assert walker.violations() == []
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def check_share(walker: Walk) -> None:
    """Check that the card of the game is there to be saved, and its link to be copied."""
    page = walker.page
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator("dialog img").wait_for()
    assert "wins" in (page.locator("dialog img").get_attribute("alt") or "")
    page.wait_for_function("() => document.querySelector('dialog img')?.naturalWidth === 1200")
    assert walker.violations() == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the picture").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Share the replay").click()
    page.get_by_text("Link copied.").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_three_at_a_desk_to_the_winner_and_again(street: Street) -> None:
    walker = street.person(**DESK)
    page = walker.page
    open_table(walker, 3)
    start(walker)
    hands = Hands(walker, seed=1)
    play([hands])
    check_end(walker)
    assert walker.violations() == []
    check_discs(walker, 3)
    check_share(walker)
    page.get_by_role("link", name="See it again").click()
    page.locator(".player").wait_for()
    assert "move 0 of" in page.locator(".foot").inner_text()
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    page.locator(".dock").wait_for()
    assert page.locator("header .title").inner_text().startswith("Round 1")
    play([hands], until=lambda: hands.look() == "place")


def test_six_on_a_phone_through_a_reload_a_cut_line_and_a_killed_server(mortal: Street) -> None:
    walker = mortal.person(**PHONE)
    page = walker.page
    code = open_table(walker, 6, bots=False)
    with friends(walker.address, code, [Meek] * 5):
        start(walker)
        hands = Hands(walker, is_kind=True)
        play([hands], until=lambda: hands.look() == "place")
        page.reload()
        page.locator(".hand button").first.wait_for()
        play([hands], until=lambda: hands.look() == "add")

        page.context.set_offline(True)
        page.get_by_role("alert").wait_for()
        assert walker.violations() == []
        page.context.set_offline(False)
        page.get_by_role("alert").wait_for(state="detached")
        play([hands], until=lambda: page.locator("header .title", has_text="Round 2").count() > 0)

        play([hands], until=lambda: hands.look() == "place")
        mortal.server.kill()
        page.get_by_role("alert").wait_for()
        walker.ready()
        hands.step("place")  # a tap in the meantime is not lost
        mortal.server.start()
        page.get_by_role("alert").wait_for(state="detached")
        walker.complaints.clear()  # the browser reports the lost connection
        play([hands])
        check_end(walker)
        assert "After 2 rounds." in page.locator(".end").inner_text()


def test_twelve_around_one_table(street: Street) -> None:
    walker = street.person()
    code = open_table(walker, 12, bots=False)
    with friends(walker.address, code, [Meek] * 11):
        start(walker)
        assert walker.page.locator(".seat").count() == 12
        assert walker.violations() == []
        play([Hands(walker, is_kind=True)])
        check_end(walker)


def test_two_tribes_each(street: Street) -> None:
    walker = street.person(**DESK)
    code = open_table(walker, 3, tribes=2, bots=False)
    with friends(walker.address, code, [Meek] * 2):
        start(walker)
        assert walker.page.locator(".seat").count() == 6
        assert walker.page.locator(".tabs .tab").count() == 2
        assert walker.violations() == []
        play([Hands(walker, is_kind=True)])
        check_end(walker)


def test_by_keyboard_alone_and_with_the_older_words(street: Street) -> None:
    walker = street.person(**DESK)
    page = walker.page
    walker.go("/")
    keys = Keys(walker, seed=5)
    keys.tap(page.get_by_label("Settings"))
    assert keys.reach(page.get_by_label("Older words: rose, card, bet"))
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    page.get_by_text("A game of nerve: roses, and one skull.").wait_for()
    keys.tap(page.get_by_role("button", name="Open a table"))
    page.locator(".chairs .mine").wait_for()
    page.get_by_text("Place the first card in turn").wait_for()
    assert keys.reach(page.locator(".rules select"))
    page.keyboard.press("3")
    page.locator("li.chair:nth-of-type(5)").wait_for(state="detached")
    keys.tap(page.get_by_role("button", name="Fill with bots"))
    page.get_by_role("button", name="Fill with bots").wait_for(state="detached")
    keys.tap(page.get_by_role("button", name="Start the game"))
    page.locator(".dock").wait_for()
    newer = re.compile(r"\bdiscs?\b|flower|challenge", re.IGNORECASE)

    def is_over() -> bool:
        assert not newer.search(page.locator("body").inner_text())
        return keys.look() == "end"

    play([keys], until=is_over)
    check_end(walker)
    keys.tap(page.get_by_role("button", name="Play again"))
    page.locator(".dock").wait_for()


def test_by_the_keys_of_the_game_which_a_sheet_lists(street: Street) -> None:
    walker = street.person(**DESK)
    page = walker.page
    open_table(walker, 3)
    start(walker)
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("Bid that number").wait_for()
    assert walker.violations() == []
    page.keyboard.press("Escape")
    play([Typist(walker, seed=2)])
    check_end(walker)


def test_reactions_at_the_own_seat_and_what_is_unread(street: Street) -> None:
    ana, bo, _ = two_who_play(street)
    seat = ana.page.locator(".seat .react")
    seat.wait_for()
    seat.click()
    assert ana.violations() == []
    ana.page.locator(".ring button", has_text="Bravo!").click()
    ana.page.locator(".ring").wait_for(state="detached")
    bo.page.locator(".bubble", has_text="Bravo!").wait_for()
    box = seat.bounding_box()
    assert box is not None
    ana.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ana.page.mouse.down()
    ouch = ana.page.locator(".ring button", has_text="Ouch!")
    ouch.hover()
    ana.page.mouse.up()  # one gesture: press, slide, let go
    bo.page.locator(".bubble", has_text="Ouch!").wait_for()
    bo.page.get_by_role("button", name="2 Talk").click()
    bo.page.keyboard.press("Escape")
    bo.page.get_by_role("button", name="Talk", exact=True).wait_for()
    assert ana.page.get_by_role("button", name="Talk", exact=True).count() == 1  # one's own words


def test_three_people_each_at_a_screen_of_their_own(street: Street) -> None:
    ana, bo, cy = (street.person(), street.person(), street.person(**DESK))
    code = open_table(ana, 3, bots=False)
    join(bo, code, "Bo")
    join(cy, code, "<b>Cy</b>")
    assert cy.page.locator(".chairs b", has_text="<b>Cy</b>").count() == 1
    for guest in (bo, cy):
        guest.page.get_by_role("button", name="I'm ready").click()
    start(ana)
    screen = street.beside(cy)  # a TV that a player opened: it shows only the public view
    screen.go(f"/t/{code}/tv")
    screen.page.locator(".seat").first.wait_for()
    assert screen.page.locator(".seat.you").count() == 0
    # Phones cannot reach a loopback address.
    screen.page.get_by_text("works on this computer only").wait_for()
    assert screen.page.get_by_role("img", name="QR code").count() == 0
    assert screen.violations() == []
    people = [Hands(each, is_kind=True) for each in (ana, bo, cy)]
    play(people)
    titles = [each.page.locator(".end h2").inner_text() for each in people]
    assert titles.count("You won!") == 1
    screen.page.locator(".status", has_text="wins").wait_for()
    for each in (cy, bo, ana):
        each.page.get_by_role("button", name="Play again").click()
        if each is cy:  # the others are notified on their current page
            ana.page.locator(".ready", has_text="<b>Cy</b> is ready for another game.").wait_for()
    for hands in people:
        hands.page.locator(".dock").wait_for()
    play(people, until=lambda: all(each.look() == "place" for each in people))


def two_who_play(street: Street) -> tuple[Walk, Walk, str]:
    """Two people in a game, and the code of their table."""
    ana, bo = street.person(), street.person()
    code = open_table(ana, 2, bots=False)
    join(bo, code, "Bo")
    bo.page.get_by_role("button", name="I'm ready").click()
    start(ana)
    return ana, bo, code


def test_the_host_sends_somebody_away_in_the_middle_of_a_game(street: Street) -> None:
    ana, bo = street.person(), street.person()
    code = open_table(ana, 2, bots=False)
    join(bo, code, "Bo")
    seat = "Bo, not ready yet, Choose their tribe, or send them away"
    ana.page.get_by_role("button", name=seat).wait_for()
    bo.page.get_by_role("button", name="I'm ready").click()
    start(ana)
    bo.page.get_by_role("button", name="Menu").click()
    assert bo.page.get_by_role("button", name="away").count() == 0
    ana.page.get_by_role("button", name="Menu").click()
    assert ana.violations() == []
    ana.page.get_by_role("button", name="Send Bo away").click()
    ana.ready()
    ana.page.get_by_role("button", name="Tap again to send Bo away").click()
    bo.page.get_by_text("You were removed from this table").wait_for()
    ana.page.get_by_role("button", name="Bo away").wait_for(state="detached")


def test_a_seat_that_a_bot_plays_on_is_taken_back_above_the_hand(street: Street) -> None:
    ana, bo, code = two_who_play(street)
    second = street.beside(ana)
    second.go(f"/t/{code}")
    second.page.get_by_label("Menu").click()
    second.page.get_by_role("link", name="Leave the game").click()
    back = ana.page.get_by_role("button", name="Take your seat back")
    back.wait_for()
    assert ana.violations() == []
    table, button = ana.page.locator("main").bounding_box(), back.bounding_box()
    assert table is not None
    assert button is not None
    assert button["y"] >= table["y"] + table["height"], "near the thumb, and not on the table"
    back.click()
    back.wait_for(state="detached")
    bo.page.locator(".seat .badge", has_text="away").wait_for(state="detached")
    second.page.get_by_role("link", name="Back to your table").click()
    second.page.locator(".dock").wait_for()


def test_what_is_said_covers_no_name_no_stack_and_not_the_number(street: Street) -> None:
    ana, bo, _ = two_who_play(street)
    people = [Hands(each, is_kind=True) for each in (ana, bo)]
    play(people, until=lambda: any(each.look() == "add" for each in people))
    for each in (bo, ana):
        each.page.get_by_role("button", name="Talk").click()
        words = each.page.locator("dialog input")
        words.fill("I have nothing but flowers, as always. " * 5)
        each.page.keyboard.press("Enter")
        each.page.keyboard.press("Escape")
    ana.page.locator(".bubble >> nth=1").wait_for()
    assert ana.page.evaluate(COVERED) == []
    ana.page.reload()
    ana.page.get_by_role("button", name="Talk").click()
    ana.page.locator("dialog .lines", has_text="nothing but flowers").wait_for()


def test_a_player_out_against_bots_need_not_wait(street: Street) -> None:
    walker = street.person()
    page = walker.page
    code = open_table(walker, 4)
    start(walker)
    doomed = Doomed(walker)
    new_game, again = (page.get_by_role("button", name=name) for name in ("New game", "Play again"))
    for _ in range(5):  # a bot may win first
        play([doomed], until=lambda: bool(new_game.count() or again.count()))
        if new_game.count():
            break
        again.click()
        page.locator(".dock").wait_for()
    assert walker.violations() == []
    new_game.click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    page.locator("header .title", has_text="Round 1").wait_for()
    play([doomed], until=lambda: doomed.look() == "place")
    assert page.locator(".seat").count() == 4
