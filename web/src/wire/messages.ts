// Made by `npm run types` from src/calavera/protocol/messages.schema.json; not to be edited.

/** Commands to a table. */
export type Command = Act | Decline | AskHint | Sit | Stand | ChooseTribes | SayReady | ChangeSettings | SeatBot | Clear | Admit | Reshuffle | Start | Leave | Back | Say | SayTaunt | Mute | PassHost;

/** Play one of the legal actions. */
export type Act = {
  type: "act";
  /** Chosen by the sender. */
  id: CommandId;
  /** The number of the game. */
  game: number;
  /** Which of the sender's seats. */
  seat: Seat;
  /** The seat's decision that this answers. */
  decision: number;
  /** What to do. */
  action: Action;
};

/** Chosen by the sender of a command. */
export type CommandId = string;

/** The letter of a seat, clockwise from a. */
export type Seat = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l";

/** What a player can do. */
export type Action = Place | Bid | Pass | Flip | Discard | Pick | Show | NameFirst;

/** Put a disc from the hand face down on your mat (R6, R9). */
export type Place = {
  type: "place";
  /** Which of its discs. */
  disc: Disc;
};

/** One disc of a tribe: a flower or the skull (R1). */
export type Disc = "F" | "S";

/** Open a challenge or raise it (R12, R14). */
export type Bid = {
  type: "bid";
  /** How many discs will be turned over without a skull. */
  number: number;
};

/** Leave this bidding (R14, R15). */
export type Pass = {
  type: "pass";
};

/** Turn over the topmost face-down disc of a mat (R18-R20). */
export type Flip = {
  type: "flip";
  /** Whose mat. */
  mat: Seat;
};

/** Choose which of your discs to lose, after your own skull (R25). */
export type Discard = {
  type: "discard";
  /** Which of its discs. */
  disc: Disc;
};

/** Take one of the challenger's shuffled discs, blind (R24). */
export type Pick = {
  type: "pick";
};

/** Show your face-down discs after somebody's failure (R22). */
export type Show = {
  type: "show";
};

/** Name the seat that begins the next round, going out by your own skull (R29). */
export type NameFirst = {
  type: "name-first";
  /** Who begins. */
  seat: Seat;
};

/** Decline to show discs after this failure (R22). */
export type Decline = {
  type: "decline";
  /** Chosen by the sender. */
  id: CommandId;
  /** The number of the game. */
  game: number;
  /** Which of the sender's seats. */
  seat: Seat;
};

/** Ask what the strongest bot would consider, in a game against bots; the game is marked. */
export type AskHint = {
  type: "hint";
  /** Chosen by the sender. */
  id: CommandId;
  /** The number of the game. */
  game: number;
  /** Which of the sender's seats. */
  seat: Seat;
  /** The seat's decision that it is about. */
  decision: number;
};

/** Take a chair. */
export type Sit = {
  type: "sit";
  /** Chosen by the sender; makes the command idempotent. */
  id: CommandId;
  /** Which chair, or any: a free one, otherwise the last bot's. */
  place: ChairNumber | null;
  /** Whether a program plays, and not a person: it has to say so, and everybody is told. */
  bot: boolean;
};

/** A player's chair, counted from 0. */
export type ChairNumber = number;

/** Leave the chair, before a game. */
export type Stand = {
  type: "stand";
  /** Chosen by the sender. */
  id: CommandId;
};

/** Choose how a chair's discs look. */
export type ChooseTribes = {
  type: "tribe";
  /** Chosen by the sender. */
  id: CommandId;
  /** Which chair. */
  place: ChairNumber;
  /** As many tribes as a player has. */
  tribes: Tribe[];
};

/** Six of the first box, six of the second; they differ only in looks. */
export type Tribe = "dots" | "waves" | "leaves" | "rays" | "scales" | "knots" | "night-dots" | "night-waves" | "night-leaves" | "night-rays" | "night-scales" | "night-knots";

/** Ready to begin, or not. */
export type SayReady = {
  type: "ready";
  /** Chosen by the sender. */
  id: CommandId;
  /** Yes or no. */
  ready: boolean;
  /** The sender's salt for the dice, hexadecimal digits; may be empty. */
  salt: string;
};

/** The host changes the settings. */
export type ChangeSettings = {
  type: "settings";
  /** Chosen by the sender. */
  id: CommandId;
  /** All of them. */
  settings: Settings;
};

/** The settings of a table; the host can change them before a game. */
export type Settings = {
  /** The number of chairs. */
  players: number;
  /** Seats per player, 1 or 2 (R35). */
  tribes: number;
  /** The order of step 1 (R7). */
  placement: Placement;
  /** The turn clock, if there is one. */
  clock: TurnClock | null;
  /** Seconds left for showing discs after a failure (R22). */
  showing: number;
  /** Whether the whole record is published after the game (R42). */
  opens: boolean;
  /** Whether non-members may watch. */
  spectators: boolean;
  /** Whether the lobby lists the table; otherwise it is found only by its link or code. */
  listed: boolean;
  /** Whether there is table talk. */
  talk: boolean;
  /** How long bots take for a move. */
  pace: BotPace;
  /** Whether bots of other people may take a chair; the server's own always may. */
  guest_bots: boolean;
};

/** The order of step 1 (R7). */
export type Placement = "simultaneous" | "first-last";

/** How long a seat may think. */
export type TurnClock = {
  /** Seconds for each decision. */
  move: number;
  /** Reserve in seconds for the whole game, used when those of a decision are up. */
  reserve: number;
};

/** How long bots take for a move. */
export type BotPace = "usual" | "fast";

/** The host gives a chair to a bot. */
export type SeatBot = {
  type: "bot";
  /** Chosen by the sender. */
  id: CommandId;
  /** Which chair. */
  place: ChairNumber;
  /** Its name. */
  bot: BotName;
};

/** A bot by its name: uniform, cautious, bold, mirror, belief, champion, or a level and a temper such as hard-bold. */
export type BotName = string;

/** The host takes a bot or a person off a chair. */
export type Clear = {
  type: "clear";
  /** Chosen by the sender. */
  id: CommandId;
  /** Which chair. */
  place: ChairNumber;
};

/** The host readmits a removed member. */
export type Admit = {
  type: "admit";
  /** Chosen by the sender. */
  id: CommandId;
  /** Whom. */
  member: MemberNumber;
};

/** Somebody at a table, counted from 1. */
export type MemberNumber = number;

/** The host shuffles the chairs. */
export type Reshuffle = {
  type: "reshuffle";
  /** Chosen by the sender. */
  id: CommandId;
};

/** The host begins a game. */
export type Start = {
  type: "start";
  /** Chosen by the sender. */
  id: CommandId;
};

/** Leave the table; in a game a bot takes over. */
export type Leave = {
  type: "leave";
  /** Chosen by the sender. */
  id: CommandId;
};

/** Take the seat back from a bot. */
export type Back = {
  type: "back";
  /** Chosen by the sender. */
  id: CommandId;
};

/** Table talk. */
export type Say = {
  type: "say";
  /** Chosen by the sender. */
  id: CommandId;
  /** What to say. */
  text: string;
};

/** Ready-made table talk. */
export type SayTaunt = {
  type: "taunt";
  /** Chosen by the sender. */
  id: CommandId;
  /** Which one. */
  taunt: Taunt;
};

/** Ready-made table talk; every interface has its own words for them. */
export type Taunt = "sure" | "bluff" | "flower" | "skull" | "dare" | "ouch" | "bravo" | "hurry" | "hmm" | "again";

/** Mute or unmute a member; nobody else is notified. */
export type Mute = {
  type: "mute";
  /** Chosen by the sender. */
  id: CommandId;
  /** Whom. */
  member: MemberNumber;
  /** Whether to mute them. */
  muted: boolean;
};

/** The host makes somebody else the host. */
export type PassHost = {
  type: "host";
  /** Chosen by the sender. */
  id: CommandId;
  /** Whom. */
  member: MemberNumber;
};

/** Messages of the server on a socket. */
export type ServerMessage = Welcome | Frame | Presence | NewDevice | Done | Refused | HintMessage | Announcement | Bye;

/** The first message on a socket: everything as it is now. */
export type Welcome = {
  type: "welcome";
  /** The length of the table's history. */
  version: number;
  /** Who the reader is at this table. */
  you: You;
  /** What happened since the reader's version; null if that is too long ago. */
  facts: SeenFact[];
  /** The people and the settings. */
  room: Room;
  /** The current or last game. */
  game: Game | null;
  /** The dice of that game. */
  dice: Dice | null;
  /** The connected members. */
  here: MemberNumber[];
  /** The server's time. */
  now: Timestamp;
};

/** A viewer's role at a table. */
export type You = {
  /** The member's number; null for a spectator. */
  member: MemberNumber | null;
  /** Whether they are the host. */
  host: boolean;
  /** Where they sit. */
  place: ChairNumber | null;
  /** Their seats in the game. */
  seats: Seat[];
  /** The members they muted. */
  muted: MemberNumber[];
};

/** What happened at a table, as one viewer sees it. */
export type SeenFact = Opened | BotDeclared | Renamed | Seated | BotSeated | Emptied | Removed | Readmitted | TribesChosen | ReadySaid | SettingsChanged | Reshuffled | HostPassed | GameBegan | Declined | Hinted | StoodIn | CameBack | Said | Taunted | BotSaid | Closed | JoinedUnseen | DiceBoundUnseen | PlayedSeen;

/** A table was created. */
export type Opened = {
  type: "opened";
  /** Its code in links. */
  code: Code;
  /** Its settings. */
  settings: Settings;
};

/** The code of a table. */
export type Code = string;

/** A member said that a program plays for them; it stays so. */
export type BotDeclared = {
  type: "bot-declared";
  /** Who. */
  member: MemberNumber;
};

/** Somebody changed their name. */
export type Renamed = {
  type: "renamed";
  /** Who. */
  member: MemberNumber;
  /** The new one. */
  name: Name;
};

/** A name. */
export type Name = string;

/** Somebody took a chair. */
export type Seated = {
  type: "seated";
  /** Who. */
  member: MemberNumber;
  /** Which chair. */
  place: ChairNumber;
  /** What its discs look like. */
  tribes: Tribe[];
};

/** A bot was given a chair. */
export type BotSeated = {
  type: "bot-seated";
  /** Which chair. */
  place: ChairNumber;
  /** Its name. */
  bot: BotName;
  /** What its discs look like. */
  tribes: Tribe[];
};

/** A chair became free. */
export type Emptied = {
  type: "emptied";
  /** Which one. */
  place: ChairNumber;
};

/** A member was removed: they can no longer sit, return or connect. */
export type Removed = {
  type: "removed";
  /** Whom. */
  member: MemberNumber;
};

/** A removed member may return. */
export type Readmitted = {
  type: "readmitted";
  /** Who. */
  member: MemberNumber;
};

/** A chair's discs look different now. */
export type TribesChosen = {
  type: "tribes-chosen";
  /** Which chair. */
  place: ChairNumber;
  /** How. */
  tribes: Tribe[];
};

/** A member is ready, or no longer. */
export type ReadySaid = {
  type: "ready-said";
  /** Whose chair. */
  place: ChairNumber;
  /** Yes or no. */
  ready: boolean;
  /** Their salt for the dice, hexadecimal digits. */
  salt: string;
};

/** The settings changed; everybody has to get ready again. */
export type SettingsChanged = {
  type: "settings-changed";
  /** All of them. */
  settings: Settings;
};

/** The chairs were shuffled. */
export type Reshuffled = {
  type: "reshuffled";
  /** For each chair, the old chair of its player. */
  order: ChairNumber[];
};

/** Another member is the host. */
export type HostPassed = {
  type: "host-passed";
  /** Who. */
  member: MemberNumber;
};

/** A game began. */
export type GameBegan = {
  type: "game-began";
  /** Counted from 1. */
  number: number;
  /** Each player's salt. */
  salts: string[];
};

/** A seat declined to show its discs this time (R22). */
export type Declined = {
  type: "declined";
  /** Which one. */
  seat: Seat;
};

/** A player asked for a hint. */
export type Hinted = {
  type: "hinted";
  /** For which seat. */
  seat: Seat;
  /** For which of its decisions. */
  decision: number;
};

/** A bot took over a member's seat. */
export type StoodIn = {
  type: "stood-in";
  /** Whose chair. */
  place: ChairNumber;
  /** Its name. */
  bot: BotName;
};

/** A member took their seat back. */
export type CameBack = {
  type: "came-back";
  /** Whose chair. */
  place: ChairNumber;
};

/** Table talk. */
export type Said = {
  type: "said";
  /** Who. */
  member: MemberNumber;
  /** What they said; never markup. */
  text: string;
};

/** Ready-made table talk. */
export type Taunted = {
  type: "taunted";
  /** Who. */
  member: MemberNumber;
  /** Which one. */
  taunt: Taunt;
};

/** A bot said something. */
export type BotSaid = {
  type: "bot-said";
  /** On which chair. */
  place: ChairNumber;
  /** What. */
  remark: Remark;
};

/** Something that a bot says, named for its occasion; every interface has its own words. */
export type Remark = "won-patience" | "won-again" | "won-thanks" | "won-never-knew" | "won-good-night" | "beaten-bravo" | "beaten-revenge" | "beaten-let-you" | "beaten-learned" | "out-candle" | "out-should-pass" | "out-worth-it" | "out-haunt" | "out-watch" | "made-heart" | "made-one-more" | "made-told-you" | "made-surprised" | "made-counted" | "admire-bravo" | "admire-careful" | "admire-luck" | "admire-mine-next" | "admire-noted" | "stumbled-ouch" | "stumbled-mouth" | "stumbled-same-again" | "stumbled-trusted" | "stumbled-touche" | "blunder-hush" | "blunder-almost" | "blunder-raise" | "blunder-deserved" | "caught-sorry" | "caught-boo" | "caught-ask" | "caught-smile" | "caught-all-along" | "loss-lighter" | "loss-less" | "loss-warming-up" | "loss-guess" | "bid-thought" | "bid-stop-me" | "bid-mean-it" | "bid-believe" | "bid-see" | "doubt-not-mine" | "doubt-dare" | "doubt-sure" | "doubt-flowers" | "doubt-interesting" | "fold-too-much" | "fold-safe" | "fold-once" | "fold-yours" | "fold-wait";

/** The table was closed. */
export type Closed = {
  type: "closed";
};

/** `Joined`, for everybody. */
export type JoinedUnseen = {
  type: "joined";
  /** Counted from 1. */
  member: MemberNumber;
  /** What they call themselves. */
  name: Name;
};

/** `DiceBound`, for everybody. */
export type DiceBoundUnseen = {
  type: "dice-bound";
  /** The commitments of the dice: for the open draws, then for each player. */
  commitments: string[];
};

/** `Played`, as one viewer sees it. */
export type PlayedSeen = {
  type: "played";
  /** The seat that moved; null for chance. */
  seat: Seat | null;
  /** What that viewer sees. */
  events: SeenEvent[];
};

/** What happened, as one viewer sees it. */
export type SeenEvent = RoundBegan | BidMade | SeatPassed | AttemptBegan | DiscFlipped | AttemptSucceeded | AttemptFailed | DiscsShown | SeatOut | FirstNamed | GameEnded | DiscPlaced | PlacementUnseen | DiscLost | LossUnseen | ShuffleUnseen;

/** Everybody has all discs in hand and step 1 starts. */
export type RoundBegan = {
  type: "round-began";
  /** Rounds are counted from 1. */
  number: number;
  /** The first player (R4, R28, R29). */
  first: Seat;
};

/** A seat opened a challenge or raised it. */
export type BidMade = {
  type: "bid-made";
  /** Who bids. */
  seat: Seat;
  /** How many discs. */
  number: number;
};

/** A seat left the bidding. */
export type SeatPassed = {
  type: "seat-passed";
  /** Who passed. */
  seat: Seat;
};

/** The bidding ended (R16, R17). */
export type AttemptBegan = {
  type: "attempt-began";
  /** The highest bidder. */
  challenger: Seat;
  /** How many flowers are to be turned over. */
  bid: number;
};

/** The challenger turned a disc over. */
export type DiscFlipped = {
  type: "disc-flipped";
  /** Who turned it. */
  challenger: Seat;
  /** Whose topmost face-down disc it was. */
  mat: Seat;
  /** What everybody saw. */
  disc: Disc;
};

/** The bid was reached with flowers only (R21). */
export type AttemptSucceeded = {
  type: "attempt-succeeded";
  /** Whose mat turns, or who wins (R30). */
  challenger: Seat;
};

/** A skull showed (R21). */
export type AttemptFailed = {
  type: "attempt-failed";
  /** Who will lose a disc (R23). */
  challenger: Seat;
  /** On whose mat the skull lay. */
  skull: Seat;
};

/** A seat showed its face-down discs after a failure (R22). */
export type DiscsShown = {
  type: "discs-shown";
  /** Whose discs. */
  seat: Seat;
  /** All that were face down, topmost first. */
  discs: Disc[];
};

/** A seat lost its last disc (R27). */
export type SeatOut = {
  type: "seat-out";
  /** Whose mat leaves the table. */
  seat: Seat;
};

/** A challenger that went out by its own skull named who begins (R29). */
export type FirstNamed = {
  type: "first-named";
  /** Who named. */
  seat: Seat;
  /** Who begins. */
  first: Seat;
};

/** The game is over (R32). */
export type GameEnded = {
  type: "game-ended";
  /** Who won, and how. */
  outcome: Outcome;
};

/** Who won, with which seat, and how. */
export type Outcome = {
  /** The player who won. */
  winner: Player;
  /** The seat of the second success; after R31 the winner's first seat that is still in. */
  seat: Seat;
  /** Which of the two ways. */
  ending: Ending;
};

/** A player, by place in the order of seats. */
export type Player = number;

/** The two ways to win. */
export type Ending = "second-success" | "last-one-in";

/** A seat put a disc face down on its mat. */
export type DiscPlaced = {
  type: "disc-placed";
  /** Whose mat. */
  seat: Seat;
  /** Secret: known only to the seat's player. */
  disc: Disc;
};

/** `DiscPlaced` for everybody else. */
export type PlacementUnseen = {
  type: "placement-unseen";
  /** Whose mat. */
  seat: Seat;
};

/** A disc left the game for good (R23). */
export type DiscLost = {
  type: "disc-lost";
  /** Who lost it. */
  seat: Seat;
  /** Who picked it blind (R24); the seat itself where it chose (R25). */
  taker: Seat;
  /** Secret: known only to the player who lost it (R26). */
  disc: Disc;
};

/** `DiscLost` for everybody else. */
export type LossUnseen = {
  type: "loss-unseen";
  /** Who lost it. */
  seat: Seat;
  /** Who picked it blind; the seat itself where it chose. */
  taker: Seat;
};

/** `DiscsShuffled`, for everybody. */
export type ShuffleUnseen = {
  type: "shuffle-unseen";
  /** Whose discs. */
  challenger: Seat;
};

/** The people and the settings: the same for everybody. */
export type Room = {
  /** The table's code. */
  code: Code;
  /** Its phase. */
  phase: TablePhase;
  /** The number of the member who is host. */
  host: MemberNumber;
  /** The number of games begun. */
  number: number;
  /** Its settings. */
  settings: Settings;
  /** Everybody who has sat here. */
  members: Member[];
  /** The chairs. */
  places: PlayerPlace[];
  /** The commitments of the next game's dice. */
  commitments: string[];
};

/** What a table is doing. */
export type TablePhase = "gathering" | "playing" | "closed";

/** Somebody at the table. */
export type Member = {
  /** Counted from 1. */
  member: MemberNumber;
  /** What they call themselves. */
  name: Name;
  /** Where they sit. */
  place: ChairNumber | null;
  /** Whether they were removed. */
  removed: boolean;
  /** Whether they said that a program plays for them. */
  bot: boolean;
};

/** A player's chair. */
export type PlayerPlace = {
  /** Counted from 0. */
  place: ChairNumber;
  /** The player's name; empty if the chair is free. */
  name: string;
  /** The member who sits there. */
  member: MemberNumber | null;
  /** The bot that sits there. */
  bot: BotName | null;
  /** The bot that plays for the absent member. */
  stand_in: BotName | null;
  /** The look of its discs: one tribe, or two. */
  tribes: Tribe[];
  /** Whether the player is ready. */
  ready: boolean;
};

/** The game, as one viewer sees it. */
export type Game = {
  /** Counted from 1. */
  number: number;
  /** What the viewer knows; its `legal` lists every possible action. */
  view: LiveView;
  /** Whose turn it is. */
  turns: Turn[];
  /** When the time for showing discs ends (R22); null if the table is not waiting. */
  showing_until: Timestamp | null;
  /** The seats that declined to show theirs. */
  declined: Seat[];
  /** What every seat held at the end, if the table opens its records (R42). */
  opened: SeatHolding[] | null;
  /** For how many decisions of this game a player asked for a hint. */
  hints: number;
};

/** What one viewer knows, with the numbers of the next decisions. */
export type LiveView = {
  /** The viewer's seats. */
  viewer: Viewer;
  /** The open table. */
  board: Board;
  /** The viewer's seats, with what only their player may see. */
  own: LiveSeat[];
};

/** The viewer's seats: one, two with two tribes, none for the public. */
export type Viewer = Seat[];

/** The open table. */
export type Board = {
  /** What was agreed before the game. */
  setup: Setup;
  /** The number of this round; 0 before the first player is drawn. */
  round: number;
  /** The first player of this round; none before the draw. */
  first: Seat | null;
  /** Where in the round the game is. */
  phase: Phase;
  /** The seats that have to act now, in seat order; several while all place at once (R7). */
  turn: Seat[];
  /** One per seat, clockwise. */
  mats: Mat[];
  /** How many discs lie on all mats: the highest bid there can be (R12). */
  total: number;
  /** From the opening of a challenge to the end of the round. */
  bidding: Bidding | null;
  /** From the end of the bidding to the end of the round. */
  attempt: Attempt | null;
  /** How the game ended, once it has. */
  outcome: Outcome | null;
  /** Whether the attempt failed by the challenging player's own skull (R25, R37). */
  own_skull: boolean;
  /** The seats that may show their face-down discs now (R22). */
  may_show: Seat[];
  /** Whether the bid is for every disc on the table. */
  burn_out: boolean;
  /** The second player to speak in this bidding; nobody where an opening cannot be raised. With two tribes, a word of the opener's other seat does not make it the second player. */
  under_the_gun: Seat | null;
  /** The last other player to speak before the challenger; nobody while the bidding lasts. */
  the_cop: Seat | null;
  /** The seats that are down to one disc (R34). */
  stoned: Seat[];
};

/** A checked table; make it with `set_up`. */
export type Setup = {
  /** How many players. */
  players: number;
  /** Seats per player, 1 or 2 (R35). */
  tribes: number;
  /** The order of step 1. */
  placement: Placement;
  /** One entry per seat, known to everyone. */
  start: SeatStart[];
};

/** What one seat begins with. */
export type SeatStart = {
  /** Its discs, flowers before the skull; none for a seat that is out. */
  discs: Disc[];
  /** Successes so far, 0 or 1 (R30). */
  wins: number;
};

/** A stage of the game; the value is its name in records and messages. */
export type Phase = "draw" | "place" | "add" | "bid" | "flip" | "lose" | "name-first" | "over";

/** What everybody sees of one seat. */
export type Mat = {
  /** Which one. */
  seat: Seat;
  /** Whose seat it is. */
  owner: Player;
  /** How many discs it still owns; a loss counts at once. */
  discs: number;
  /** How many it holds. Like `height` it stays as at the last flip until the next round. */
  hand: number;
  /** How many lie on the mat. */
  height: number;
  /** How many of those, from the top, the challenger has turned over. */
  flipped: number;
  /** What has been seen of the stack, topmost first: flipped discs, then shown ones (R22). */
  faces: Disc[];
  /** Successes; the flower side is up from the first on (R30). */
  wins: number;
  /** Whether it has left this bidding (R15). */
  passed: boolean;
  /** Whether the seat is out of the game (R27). */
  out: boolean;
  /** The number of discs in the stack that are still face down. */
  face_down: number;
  /** Whether the mat lies with its flower side up (R30). */
  flower_side: boolean;
};

/** The challenge as it stands. */
export type Bidding = {
  /** The highest bid. */
  number: number;
  /** Who made it. */
  bidder: Seat;
  /** Who bid or passed, in order. */
  spoke: Seat[];
};

/** The flipping of discs. */
export type Attempt = {
  /** Who flips. */
  challenger: Seat;
  /** How many discs have been turned over. */
  flips: number;
  /** On whose mat the skull showed that ended the attempt. */
  skull: Seat | null;
};

/** A seat of the viewer. */
export type LiveSeat = {
  /** Which one. */
  seat: Seat;
  /** In hand, flowers before the skull. */
  hand: Disc[];
  /** On the mat, bottom to top. */
  stack: Disc[];
  /** Lost for good, in order. A disc lost in this round still lies where it was. */
  lost: Disc[];
  /** What it may do now. */
  legal: Action[];
  /** The number of its next decision. */
  decision: number;
};

/** Somebody's turn. */
export type Turn = {
  /** Whose. */
  seat: Seat;
  /** When the time of the decision and the reserve are up; null without a clock. */
  until: Timestamp | null;
  /** The reserve within that time, in milliseconds; 0 without a clock. */
  reserve: number;
  /** When a bot takes the seat of an idle player; null with a clock, or if no person waits. */
  idle: Timestamp | null;
};

/** Milliseconds since 1970, by the server's clock. */
export type Timestamp = number;

/** What a seat holds; never part of a view. */
export type SeatHolding = {
  /** Which one. */
  seat: Seat;
  /** In hand, flowers before the skull. */
  hand: Disc[];
  /** On the mat, bottom to top. */
  stack: Disc[];
  /** Lost for good, in order. A disc lost in this round still lies where it was. */
  lost: Disc[];
};

/** The dice of a game. */
export type Dice = {
  /** The commitments: for the open draws, then for each player. */
  commitments: string[];
  /** Each player's salt. */
  salts: string[];
  /** After the game, the secrets that the viewer may know. */
  secrets: (string | null)[] | null;
};

/** A change of the table. */
export type Frame = {
  type: "frame";
  /** The number of the change; every reader gets every one. */
  version: number;
  /** The id of the reader's command that caused this. */
  done: CommandId | null;
  /** What happened, as the reader may know it. */
  facts: SeenFact[];
  /** Who the reader is, if that changed. */
  you: You | null;
  /** The people and the settings, if they changed. */
  room: Room | null;
  /** The game, if it changed. */
  game: Game | null;
  /** The dice of the game, if it began or ended. */
  dice: Dice | null;
  /** The server's time. */
  now: Timestamp;
};

/** The connected members; it has no version and is not stored. */
export type Presence = {
  type: "presence";
  /** The connected members. */
  here: MemberNumber[];
};

/** Another device has connected under the reader's identity; it has no version. */
export type NewDevice = {
  type: "new-device";
};

/** A command changed nothing, or was already done. */
export type Done = {
  type: "done";
  /** The id of the command. */
  id: CommandId;
  /** The number of the change that did it. */
  version: number;
};

/** A command was refused; nobody else is notified. */
export type Refused = {
  type: "refused";
  /** The id of the command; null if it could not be read. */
  id: CommandId | null;
  /** Why, from a closed list. */
  reason: Reason;
  /** The reason in words. */
  detail: string;
};

/** Why a command or a call was refused. */
export type Reason = "bad-message" | "too-large" | "too-fast" | "unknown-table" | "table-full" | "not-found" | "not-at-table" | "not-host" | "not-seated" | "not-ready" | "place-taken" | "tribe-taken" | "unknown-bot" | "wrong-phase" | "wrong-game" | "wrong-seat" | "not-your-turn" | "stale" | "illegal" | "too-soon" | "no-hints" | "talk-is-off" | "no-spectators" | "no-bots" | "removed" | "not-finished" | "damaged" | "closed" | "forbidden-origin" | "no-identity" | "busy";

/** The answer to `hint`, for the client that asked; it has no version and is not stored. */
export type HintMessage = {
  type: "hint";
  /** The id of the command. */
  id: CommandId;
  /** The number of the game. */
  game: number;
  /** The seat that is to decide. */
  seat: Seat;
  /** Its decision. */
  decision: number;
  /** What the strongest bot would consider. */
  hint: Hint;
};

/** What the bot would consider. */
export type Hint = {
  /** The mix, the largest share first; shares below half a per cent are left out. */
  options: Considered[];
  /** How often the bot wins from here if all play alike, per cent. */
  wins: Percent | null;
  /** At most three statements about what the player knows. */
  reasons: HintReason[];
};

/** An action that the bot would consider. */
export type Considered = {
  /** What to do. */
  action: Action;
  /** How often the bot would do it, per cent. */
  share: Percent;
  /** How often it wins then if all play alike, per cent; null if the game is solved. */
  wins: Percent | null;
};

/** A share or a chance, in whole per cent. */
export type Percent = number;

/** A statement about what the player of a hint knows. */
export type HintReason = Forced | Blind | NoDifference | Solved | Close | OwnSkull | OwnFlowers | Reach | Suspect | Trusted | UnseenStacks | NoSkull | SkullLeft | Leader | MatchPoint | LastDisc | MustChallenge | LastInHand | Speaks | SkullGone | SecretLoss;

/** There is only one legal action. */
export type Forced = {
  type: "forced";
};

/** A blind pick: the discs are shuffled, so every choice is the same (R24). */
export type Blind = {
  type: "blind";
};

/** The player is out and names the next first player (R29). */
export type NoDifference = {
  type: "no-difference";
};

/** Two players are left, and the mix is that of the solved game. */
export type Solved = {
  type: "solved";
};

/** The two options with the largest shares win about equally often. */
export type Close = {
  type: "close";
  /** How much more often the better one wins, in percentage points: 0 or 1. */
  difference: Percent;
};

/** The own skull lies on the mat in turn: a higher bid than the flowers above it turns it up. */
export type OwnSkull = {
  type: "own-skull";
  /** The flowers above it. */
  flowers: number;
};

/** Only flowers lie on the mat in turn: a bid up to their number cannot fail. */
export type OwnFlowers = {
  type: "own-flowers";
  /** How many. */
  flowers: number;
};

/** A bid takes discs of other mats, and succeeds with that chance if they are well chosen. */
export type Reach = {
  type: "reach";
  /** The bid. */
  bid: number;
  /** How many discs have to be turned over on other mats, from now on. */
  needed: number;
  /** How likely all of them are flowers. */
  chance: Percent;
};

/** No other mat is more likely to have the skull on top. */
export type Suspect = {
  type: "suspect";
  /** Whose mat. */
  seat: Seat;
  /** How likely its topmost face-down disc is the skull. */
  chance: Percent;
};

/** No other mat is less likely to have the skull on top. */
export type Trusted = {
  type: "trusted";
  /** Whose mat. */
  seat: Seat;
  /** How likely its topmost face-down disc is the skull. */
  chance: Percent;
};

/** Of the stacks of others with face-down discs, some belong to seats that bid this round. */
export type UnseenStacks = {
  type: "unseen-stacks";
  /** How many such stacks there are. */
  stacks: number;
  /** How many of them belong to seats that bid. */
  bidders: number;
  /** The highest bid. */
  bid: number;
};

/** A seat certainly has no skull any more. */
export type NoSkull = {
  type: "no-skull";
  /** Which one. */
  seat: Seat;
};

/** A seat that has lost discs may have lost its skull. */
export type SkullLeft = {
  type: "skull-left";
  /** Which one. */
  seat: Seat;
  /** How likely it still has its skull. */
  chance: Percent;
};

/** Another player's seat has a success: with another one it wins (R30). */
export type Leader = {
  type: "leader";
  /** Which one. */
  seat: Seat;
};

/** The seat in turn has a success: with another one it wins (R30). */
export type MatchPoint = {
  type: "match-point";
};

/** The seat in turn has one disc left: a failure puts it out (R34). */
export type LastDisc = {
  type: "last-disc";
};

/** The hand of the seat in turn is empty: it has to challenge (R10). */
export type MustChallenge = {
  type: "must-challenge";
};

/** One disc is left in hand: after it the seat has to challenge on its next turn (R10). */
export type LastInHand = {
  type: "last-in-hand";
};

/** Where the seat in turn speaks in step 2, which the first player begins (R8). */
export type Speaks = {
  type: "speaks";
  /** How many seats speak before it; 0 for the first player. */
  before: number;
};

/** The seat in turn has no skull any more: nobody can run into one on its mat. */
export type SkullGone = {
  type: "skull-gone";
};

/** The player chooses the disc to lose, and nobody else sees which it is (R25, R26). */
export type SecretLoss = {
  type: "secret-loss";
};

/** A message from the administrator; it has no version and is not stored. */
export type Announcement = {
  type: "announcement";
  /** The text; never markup. */
  text: string;
  /** When it was announced; it is sent again on reconnect. */
  at: Timestamp;
};

/** The last message on a socket. */
export type Bye = {
  type: "bye";
  /** Why. */
  reason: ByeReason;
};

/** Why the server closes a socket. */
export type ByeReason = "stopping" | "closed" | "flooding" | "unknown-table" | "no-spectators" | "removed" | "signed-out" | "damaged" | "too-large" | "bad-message";

/** One line of a list of tables, without secrets. */
export type Summary = {
  /** Its code. */
  code: Code;
  /** Its phase. */
  phase: TablePhase;
  /** The name of the host. */
  host: string;
  /** The number of seated people. */
  people: number;
  /** The number of seated bots: the server's, and programs that people have brought. */
  bots: number;
  /** The number of games begun. */
  number: number;
  /** Its settings. */
  settings: Settings;
};

/** A line of a list of tables, with what is not in the table's history. */
export type Listing = {
  /** Its code. */
  code: Code;
  /** Its phase. */
  phase: TablePhase;
  /** The name of the host. */
  host: string;
  /** The number of seated people. */
  people: number;
  /** The number of seated bots: the server's, and programs that people have brought. */
  bots: number;
  /** The number of games begun. */
  number: number;
  /** Its settings. */
  settings: Settings;
  /** The number of connected people. */
  here: number;
  /** When it last changed, moves excluded, in milliseconds since 1970. */
  changed: Timestamp;
};

/** The current or last game, as one viewer saw it. */
export type History = {
  /** The length of the table's history: frames up to this version contain nothing new. */
  version: number;
  /** The number of the game, counted from 1. */
  number: number;
  /** What the viewer has seen since the start of the first round. */
  events: SeenEvent[];
};

/** A whole record, from one viewpoint. */
export type Retelling = {
  /** The players, in seat order. */
  names: string[];
  /** The viewpoint. */
  eyes: string;
  /** All viewpoints that the record offers. */
  choice: string[];
  /** The start of the first round, then a step per move. */
  steps: Step[];
  /** Remarks; only from the open viewpoint, because they may reveal hidden discs. */
  comments: Comment[];
};

/** A move and what followed from it. */
export type Step = {
  /** The events as seen from this viewpoint. */
  events: SeenEvent[];
  /** The part of the view that changed; all of it in the first step. */
  view: Record<string, unknown>;
  /** The holdings that changed; null except from the open viewpoint. */
  holdings: SeatHolding[] | null;
};

/** A remark between the moves. */
export type Comment = {
  /** How many moves come before it. */
  after: number;
  /** The text; it contains no closing brace. */
  text: string;
};

/** The open table and the viewer's own secrets; there is no field for anybody else's. */
export type View = {
  /** Who looks. */
  viewer: Viewer;
  /** What everybody sees. */
  board: Board;
  /** The viewer's seats: one, two with two tribes, none for the public. */
  own: OwnSeat[];
};

/** A seat of the viewer's own. */
export type OwnSeat = {
  /** Which one. */
  seat: Seat;
  /** In hand, flowers before the skull. */
  hand: Disc[];
  /** On the mat, bottom to top. */
  stack: Disc[];
  /** Lost for good, in order. A disc lost in this round still lies where it was. */
  lost: Disc[];
  /** What it may do now. */
  legal: Action[];
};

/** One line of a player's own list of finished games; nothing that the table did not see. */
export type GameLine = {
  /** The table's code. */
  code: Code;
  /** The number of the game at that table, counted from 1. */
  number: number;
  /** When it began. */
  began: Timestamp;
  /** When it ended. */
  ended: Timestamp;
  /** The players, in the order of their chairs. */
  names: string[];
  /** The bot on each chair; null for a person. */
  bots: (BotName | null)[];
  /** The chair of the player whose list it is. */
  place: ChairNumber;
  /** The chair of the winner. */
  winner: ChairNumber;
  /** How the game was won. */
  ending: Ending;
  /** How many rounds it had. */
  rounds: number;
  /** Seats per player, 1 or 2 (R35). */
  tribes: number;
};

/** A player's own finished games in figures. */
export type Statistics = {
  /** How many were counted: the latest ones. */
  games: number;
  /** How many they won. */
  wins: number;
  /** By the size of the table, smallest first. */
  sizes: SizeTally[];
  /** Their bids by number, lowest first. */
  bids: BidTally[];
  /** Their attempts by bid, lowest first. */
  attempts: AttemptTally[];
  /** With whom they played, most games first. */
  rivals: RivalTally[];
};

/** One player's games at tables of one size. */
export type SizeTally = {
  /** How many played. */
  players: number;
  /** How many games there were. */
  games: number;
  /** How many they won. */
  wins: number;
};

/** One player's bids of one number; docs/server.md defines each figure. */
export type BidTally = {
  /** How many discs. */
  number: number;
  /** How often they bid it. */
  bids: number;
  /** How many of those would have turned over their own skull (R19). */
  bluffs: number;
  /** How many of those another player could still raise or pass. */
  answered: number;
  /** How many of those another player raised. */
  believed: number;
  /** How many of those were bluffs. */
  fooled: number;
};

/** One player's attempts at one bid. */
export type AttemptTally = {
  /** How many flowers were to be turned over. */
  bid: number;
  /** How many there were. */
  attempts: number;
  /** How many succeeded (R21). */
  successes: number;
};

/** One player's games with one other player. */
export type RivalTally = {
  /** The other's latest name; a bot's nickname. */
  name: string;
  /** The bot; null for a person. */
  bot: BotName | null;
  /** How many games they played together. */
  games: number;
  /** How many of those the player won. */
  wins: number;
  /** How many of those the other won. */
  losses: number;
};

/** A round of two players, as far as it has come. */
export type EndingRound = {
  /** Where the round began. */
  position: EndingName;
  /** How likely the player who begins had its skull then, for everybody. */
  first: Millionths;
  /** How likely the other had. */
  second: Millionths;
  /** Proven lower bound of how often the player who begins wins. */
  low: Millionths;
  /** The upper bound. */
  high: Millionths;
  /** The same player's bounds if the other began. */
  turned_low: Millionths;
  /** The upper one. */
  turned_high: Millionths;
  /** What both do with their first discs. */
  placing: EndingHolding[];
  /** The moves so far, without the first discs. */
  moves: EndingMoved[];
  /** The player to move; the challenger where the bidding is over. */
  turn: Seat;
  /** The bid, or 0. */
  bid: number;
  /** What both may hold now. */
  holdings: EndingHolding[];
  /** What everybody may see next; empty where the bidding is over. */
  choices: EndingMoved[];
  /** How the attempt can come out; empty before the bidding is over. */
  outcomes: EndingOutcome[];
};

/** Discs of the player who begins and of the other, a dash, their wins: 32-10. */
export type EndingName = string;

/** A probability or a share, in millionths. */
export type Millionths = number;

/** Where the discs of a player may be, and what it then does. */
export type EndingHolding = {
  /** Whose. */
  seat: Seat;
  /** The discs in hand. */
  hand: Disc[];
  /** The discs on the mat, the topmost last. */
  stack: Disc[];
  /** How likely that is, for everybody who knows the plans. */
  likely: Millionths;
  /** What the player can do now; empty where it is not its turn. */
  options: EndingOption[];
};

/** Something that a player can do. */
export type EndingOption = {
  /** What. */
  action: Action;
  /** How often the plan does it; null where the plan never comes here. */
  share: Millionths | null;
  /** How likely it wins against the other's plan; null where that never leads here. */
  wins: Millionths | null;
};

/** A move that was made or can be made, and what everybody believes after it. */
export type EndingMoved = {
  /** What everybody sees. */
  move: EndingMove;
  /** How likely it is; 0 where the plan never makes it, and beliefs stay as they were. */
  likely: Millionths;
  /** How likely the player who began has its skull then. */
  first: Millionths;
  /** How likely the other has. */
  second: Millionths;
};

/** A move as everybody sees it; the player who begins is a: a2 bids, a- passes, a? adds. */
export type EndingMove = string;

/** A way for the round to come out, and what follows. */
export type EndingOutcome = {
  /** How the attempt came out. */
  end: EndingEnd;
  /** How likely that is. */
  likely: Millionths;
  /** How often the challenger keeps a skull that it may give up (R25); null where it has no choice, or where its plan never comes. */
  keeps: Millionths | null;
  /** How likely the player who began has its skull then. */
  first: Millionths;
  /** How likely the other has. */
  second: Millionths;
  /** The next round, which the challenger begins; null where the game is over. */
  following: EndingName | null;
  /** Proven lower bound of how often the player who began this round wins from there. */
  low: Millionths;
  /** The upper bound. */
  high: Millionths;
};

/** How an attempt comes out. */
export type EndingEnd = "success" | "own-skull" | "others-skull";

/** The value of a position over both beliefs, evenly spread from 0 to 1. */
export type EndingMap = {
  /** Which. */
  position: EndingName;
  /** How likely the player who begins wins: a row for each belief about it, a value for each about the other. A player with four discs has its skull for certain: then there is one. */
  rows: Millionths[][];
};
