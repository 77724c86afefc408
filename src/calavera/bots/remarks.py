"""What bots say: codes, and what they are in English."""

from enum import Enum


class Remark(Enum):
    """Something that a bot says, named for its occasion; every interface has its own words."""

    words: str
    """What it is in English."""

    def __new__(cls, code: str, words: str) -> "Remark":
        remark = object.__new__(cls)
        remark._value_ = code
        remark.words = words
        return remark

    def __repr__(self) -> str:
        return f"Remark.{self.name}"

    WON_PATIENCE = "won-patience", "A small flame burns longest."
    WON_AGAIN = "won-again", "Too easy. Again?"
    WON_THANKS = "won-thanks", "Thank you all. Good game."
    WON_NEVER_KNEW = "won-never-knew", "You never knew, did you?"
    WON_GOOD_NIGHT = "won-good-night", "A good night for the dead."

    BEATEN_BRAVO = "beaten-bravo", "Well played."
    BEATEN_REVENGE = "beaten-revenge", "I want a rematch!"
    BEATEN_LET_YOU = "beaten-let-you", "I let you have that one."
    BEATEN_LEARNED = "beaten-learned", "I learned something tonight."

    OUT_CANDLE = "out-candle", "There goes my candle."
    OUT_SHOULD_PASS = "out-should-pass", "I should have passed."
    OUT_WORTH_IT = "out-worth-it", "Worth it!"
    OUT_HAUNT = "out-haunt", "I'll haunt you all."
    OUT_WATCH = "out-watch", "I'll watch from the dark."

    MADE_HEART = "made-heart", "Phew. My poor heart."
    MADE_ONE_MORE = "made-one-more", "One down, one to go!"
    MADE_TOLD_YOU = "made-told-you", "I told you so."
    MADE_SURPRISED = "made-surprised", "Well, that surprised me."
    MADE_COUNTED = "made-counted", "I can count."

    ADMIRE_BRAVO = "admire-bravo", "Bravo."
    ADMIRE_CAREFUL = "admire-careful", "Careful, everyone."
    ADMIRE_LUCK = "admire-luck", "Luck. Pure luck."
    ADMIRE_MINE_NEXT = "admire-mine-next", "Next time, try my mat."
    ADMIRE_NOTED = "admire-noted", "Noted."

    STUMBLED_OUCH = "stumbled-ouch", "Ouch."
    STUMBLED_MOUTH = "stumbled-mouth", "Me and my big mouth."
    STUMBLED_SAME_AGAIN = "stumbled-same-again", "I'd do it again!"
    STUMBLED_TRUSTED = "stumbled-trusted", "And I trusted you!"
    STUMBLED_TOUCHE = "stumbled-touche", "Touché."

    BLUNDER_HUSH = "blunder-hush", "Not a word about this."
    BLUNDER_ALMOST = "blunder-almost", "It almost worked!"
    BLUNDER_RAISE = "blunder-raise", "You were meant to raise."
    BLUNDER_DESERVED = "blunder-deserved", "I had that coming."

    CAUGHT_SORRY = "caught-sorry", "Sorry. Not that sorry."
    CAUGHT_BOO = "caught-boo", "Boo!"
    CAUGHT_ASK = "caught-ask", "You never asked."
    CAUGHT_SMILE = "caught-smile", "Smile for the skull."
    CAUGHT_ALL_ALONG = "caught-all-along", "It was there all along."

    LOSS_LIGHTER = "loss-lighter", "I'll travel lighter."
    LOSS_LESS = "loss-less", "Less to lose now."
    LOSS_WARMING_UP = "loss-warming-up", "I'm only warming up."
    LOSS_GUESS = "loss-guess", "Guess which one it was."

    BID_THOUGHT = "bid-thought", "I've thought it through."
    BID_STOP_ME = "bid-stop-me", "Who's going to stop me?"
    BID_MEAN_IT = "bid-mean-it", "I mean it."
    BID_BELIEVE = "bid-believe", "Believe me. Or don't."
    BID_SEE = "bid-see", "Let's see."

    DOUBT_NOT_MINE = "doubt-not-mine", "I wouldn't flip mine."
    DOUBT_DARE = "doubt-dare", "Go on, I dare you!"
    DOUBT_SURE = "doubt-sure", "Are you quite sure?"
    DOUBT_FLOWERS = "doubt-flowers", "Only flowers here. Promise."
    DOUBT_INTERESTING = "doubt-interesting", "Interesting."

    FOLD_TOO_MUCH = "fold-too-much", "Too much for me."
    FOLD_SAFE = "fold-safe", "Better safe than bare."
    FOLD_ONCE = "fold-once", "Just this once."
    FOLD_YOURS = "fold-yours", "All yours. Enjoy."
    FOLD_WAIT = "fold-wait", "I can wait."
