// Made by `npm run types` from src/calavera/table/messages.schema.json; not to be edited.

/** What people ask a table to do. */
export type Command = Act | Decline | Sit | Stand | ChooseTribes | SayReady | ChangeSettings | SeatBot | Clear | Admit | Reshuffle | Start | Leave | Back | Say | SayTaunt | Mute | PassHost;

/** Play one of the legal actions. */
export type Act = {
  type: "act";
  /** Made by the sender. */
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

/** Made by the sender of a command. */
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

/** Will not show its discs after this failure (R22). */
export type Decline = {
  type: "decline";
  /** Made by the sender. */
  id: CommandId;
  /** The number of the game. */
  game: number;
  /** Which of the sender's seats. */
  seat: Seat;
};

/** Take a chair. */
export type Sit = {
  type: "sit";
  /** Made by the sender; a repeated one is played once. */
  id: CommandId;
  /** Which chair, or any. */
  place: ChairNumber | null;
};

/** A player's chair, counted from 0. */
export type ChairNumber = number;

/** Leave the chair, before a game. */
export type Stand = {
  type: "stand";
  /** Made by the sender. */
  id: CommandId;
};

/** Choose how a chair's discs look. */
export type ChooseTribes = {
  type: "tribe";
  /** Made by the sender. */
  id: CommandId;
  /** Which chair. */
  place: ChairNumber;
  /** As many as a player has. */
  tribes: Tribe[];
};

/** Six of the first box, six of the second; which is which is a matter of looks alone. */
export type Tribe = "dots" | "waves" | "leaves" | "rays" | "scales" | "knots" | "night-dots" | "night-waves" | "night-leaves" | "night-rays" | "night-scales" | "night-knots";

/** Ready to begin, or not. */
export type SayReady = {
  type: "ready";
  /** Made by the sender. */
  id: CommandId;
  /** Yes or no. */
  ready: boolean;
  /** The sender's part of the dice, hexadecimal digits; may be empty. */
  salt: string;
};

/** The host changes how the table plays. */
export type ChangeSettings = {
  type: "settings";
  /** Made by the sender. */
  id: CommandId;
  /** All of them. */
  settings: Settings;
};

/** How a table plays; the host can change it before a game. */
export type Settings = {
  /** How many chairs there are. */
  players: number;
  /** Seats per player, 1 or 2 (R35). */
  tribes: number;
  /** The order of step 1 (R7). */
  placement: Placement;
  /** The turn clock, if there is one. */
  clock: TurnClock | null;
  /** Seconds left for showing discs after a failure (R22). */
  showing: number;
  /** Whether the whole record opens to all after the game (R42). */
  opens: boolean;
  /** Whether others may watch. */
  spectators: boolean;
  /** Whether the lobby shows the table; else only who has its link or code finds it. */
  listed: boolean;
  /** Whether there is table talk. */
  talk: boolean;
  /** How long bots take for a move. */
  pace: BotPace;
};

/** The order of step 1 (R7). */
export type Placement = "simultaneous" | "first-last";

/** How long a seat may think. */
export type TurnClock = {
  /** Seconds for each decision. */
  move: number;
  /** Seconds for the whole game, used when those of a decision are up. */
  reserve: number;
};

/** How long bots take for a move. */
export type BotPace = "usual" | "fast";

/** The host gives a chair to a bot. */
export type SeatBot = {
  type: "bot";
  /** Made by the sender. */
  id: CommandId;
  /** Which chair. */
  place: ChairNumber;
  /** Its name. */
  bot: BotName;
};

/** A bot by its name: uniform, cautious, bold, mirror, belief. */
export type BotName = string;

/** The host takes a bot or a person off a chair. */
export type Clear = {
  type: "clear";
  /** Made by the sender. */
  id: CommandId;
  /** Which chair. */
  place: ChairNumber;
};

/** The host lets somebody come again who was removed. */
export type Admit = {
  type: "admit";
  /** Made by the sender. */
  id: CommandId;
  /** Whom. */
  member: MemberNumber;
};

/** Somebody at a table, counted from 1. */
export type MemberNumber = number;

/** The host has the seats drawn by lot. */
export type Reshuffle = {
  type: "reshuffle";
  /** Made by the sender. */
  id: CommandId;
};

/** The host begins a game. */
export type Start = {
  type: "start";
  /** Made by the sender. */
  id: CommandId;
};

/** Go; in a game a bot plays on. */
export type Leave = {
  type: "leave";
  /** Made by the sender. */
  id: CommandId;
};

/** Take the seat back from the bot that stood in. */
export type Back = {
  type: "back";
  /** Made by the sender. */
  id: CommandId;
};

/** Table talk. */
export type Say = {
  type: "say";
  /** Made by the sender. */
  id: CommandId;
  /** What to say. */
  text: string;
};

/** Ready-made table talk. */
export type SayTaunt = {
  type: "taunt";
  /** Made by the sender. */
  id: CommandId;
  /** Which one. */
  taunt: Taunt;
};

/** Ready-made table talk; every interface has its own words for them. */
export type Taunt = "sure" | "bluff" | "flower" | "skull" | "dare" | "ouch" | "bravo" | "hurry" | "hmm" | "again";

/** Hear a member no more, or again; nobody else is told. */
export type Mute = {
  type: "mute";
  /** Made by the sender. */
  id: CommandId;
  /** Whom. */
  member: MemberNumber;
  /** Whether to. */
  muted: boolean;
};

/** The host makes somebody else the host. */
export type PassHost = {
  type: "host";
  /** Made by the sender. */
  id: CommandId;
  /** Whom. */
  member: MemberNumber;
};

/** What the server says on a socket. */
export type ServerMessage = Welcome | Frame | Presence | NewDevice | Done | Refused | Announcement | Bye;

/** The first message on a socket: everything as it is now. */
export type Welcome = {
  type: "welcome";
  /** How many entries the table's history has. */
  version: number;
  /** Who the reader is at this table. */
  you: You;
  /** What happened since the version that the reader named; none if that is long ago. */
  facts: SeenFact[];
  /** The people and the settings. */
  room: Room;
  /** The game that is played, or was played last. */
  game: Game | null;
  /** The dice of that game. */
  dice: Dice | null;
  /** The members that are connected. */
  here: MemberNumber[];
  /** The server's time. */
  now: Moment;
};

/** Who a viewer is at a table. */
export type You = {
  /** The number by which others know them; none for somebody who watches. */
  member: MemberNumber | null;
  /** Whether they may change the table. */
  host: boolean;
  /** Where they sit. */
  place: ChairNumber | null;
  /** Their seats in the game. */
  seats: Seat[];
  /** Whom they do not hear. */
  muted: MemberNumber[];
};

/** What happened at a table, as one viewer is told. */
export type SeenFact = Opened | Renamed | Seated | BotSeated | Emptied | Removed | Readmitted | TribesChosen | ReadySaid | SettingsChanged | Reshuffled | HostPassed | GameBegan | Declined | StoodIn | CameBack | Said | Taunted | Closed | JoinedUnseen | DiceBoundUnseen | PlayedSeen;

/** A table was made. */
export type Opened = {
  type: "opened";
  /** By which it is found. */
  code: Code;
  /** How it plays. */
  settings: Settings;
};

/** By which a table is found. */
export type Code = string;

/** Somebody changed their name. */
export type Renamed = {
  type: "renamed";
  /** Who. */
  member: MemberNumber;
  /** The new one. */
  name: Name;
};

/** What somebody is called. */
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

/** The host sent somebody away: they cannot sit, come back or connect any more. */
export type Removed = {
  type: "removed";
  /** Whom. */
  member: MemberNumber;
};

/** Somebody who was sent away may come again. */
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

/** Somebody is ready, or not any more. */
export type ReadySaid = {
  type: "ready-said";
  /** Whose chair. */
  place: ChairNumber;
  /** Yes or no. */
  ready: boolean;
  /** Their part of the dice, hexadecimal digits. */
  salt: string;
};

/** The table plays differently; everybody has to say again that they are ready. */
export type SettingsChanged = {
  type: "settings-changed";
  /** All of them. */
  settings: Settings;
};

/** Chairs were drawn by lot. */
export type Reshuffled = {
  type: "reshuffled";
  /** For each chair, the old chair of who sits there now. */
  order: ChairNumber[];
};

/** Somebody else is the host. */
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
  /** What each player added to the dice. */
  salts: string[];
};

/** A seat will not show its discs this time (R22). */
export type Declined = {
  type: "declined";
  /** Which one. */
  seat: Seat;
};

/** A bot plays for somebody from here. */
export type StoodIn = {
  type: "stood-in";
  /** Whose chair. */
  place: ChairNumber;
  /** Its name. */
  bot: BotName;
};

/** Somebody took the seat back. */
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

/** The table is no more. */
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
  /** What the dice are bound to: for the open draws, then for each player. */
  commitments: string[];
};

/** `Played`, as one viewer sees it. */
export type PlayedSeen = {
  type: "played";
  /** Who moved; none for chance. */
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
  /** Secret: known to the seat's player alone. */
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
  /** Secret: known to the player who lost it alone (R26). */
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
  /** By which the table is found. */
  code: Code;
  /** What it is doing. */
  phase: TablePhase;
  /** The member who may change it. */
  host: MemberNumber;
  /** How many games were begun. */
  number: number;
  /** How it plays. */
  settings: Settings;
  /** Who has been here. */
  members: Member[];
  /** The chairs. */
  places: PlayerPlace[];
  /** What the dice of the next game are bound to. */
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
  /** Whether the host has sent them away. */
  removed: boolean;
};

/** A player's chair. */
export type PlayerPlace = {
  /** Counted from 0. */
  place: ChairNumber;
  /** What the player is called; empty where nobody sits there. */
  name: string;
  /** Who sits there. */
  member: MemberNumber | null;
  /** Which bot sits there. */
  bot: BotName | null;
  /** Which bot plays for the member who is away. */
  stand_in: BotName | null;
  /** How its discs look: one tribe, or two. */
  tribes: Tribe[];
  /** Whether a game may begin for them. */
  ready: boolean;
};

/** The game, as one viewer sees it. */
export type Game = {
  /** Counted from 1. */
  number: number;
  /** What the viewer knows; its `legal` is every button there is. */
  view: View;
  /** For each seat, the number of its next decision. */
  decisions: number[];
  /** Whose turn it is. */
  turns: Turn[];
  /** Until when the table waits for discs to be shown (R22); none where nobody is waited for. */
  showing_until: Moment | null;
  /** The seats that will not show theirs. */
  declined: Seat[];
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

/** The seats of whoever looks: one, two with two tribes, none for the public. */
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
  /** How many discs of the stack nobody has turned over or shown. */
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

/** Somebody's turn. */
export type Turn = {
  /** Whose. */
  seat: Seat;
  /** When the time of the decision and the reserve are up; none without a clock. */
  until: Moment | null;
  /** How much of that is reserve, in milliseconds; 0 without a clock. */
  reserve: number;
  /** When a bot takes the seat of an idle player; none with a clock, or where no person waits. */
  idle: Moment | null;
};

/** Milliseconds since 1970, by the server's clock. */
export type Moment = number;

/** The dice of a game. */
export type Dice = {
  /** What they are bound to: for the open draws, then for each player. */
  commitments: string[];
  /** What each player added. */
  salts: string[];
  /** After the game, those secrets that concern the viewer. */
  secrets: (string | null)[] | null;
};

/** A change of the table. */
export type Frame = {
  type: "frame";
  /** The number of the change; every reader gets every number. */
  version: number;
  /** The id of the reader's command that this is the outcome of. */
  done: CommandId | null;
  /** What happened, as the reader may know it. */
  facts: SeenFact[];
  /** Who the reader is, if that changed. */
  you: You | null;
  /** The people and the settings, if they changed. */
  room: Room | null;
  /** The game, if it changed. */
  game: Game | null;
  /** The dice of the game, where it began or ended. */
  dice: Dice | null;
  /** The server's time. */
  now: Moment;
};

/** Who is connected; it has no version and is not kept. */
export type Presence = {
  type: "presence";
  /** The members that are connected. */
  here: MemberNumber[];
};

/** Another device has connected under the reader's identity; it has no version. */
export type NewDevice = {
  type: "new-device";
};

/** A command changed nothing, or was played before. */
export type Done = {
  type: "done";
  /** The command's. */
  id: CommandId;
  /** The number of the change by which it is done. */
  version: number;
};

/** A command was refused; nobody else is told. */
export type Refused = {
  type: "refused";
  /** The command's; none where it could not be read. */
  id: CommandId | null;
  /** Why, from a closed list. */
  reason: Reason;
  /** The same in words. */
  detail: string;
};

/** Why a command or a call was refused. */
export type Reason = "bad-message" | "too-large" | "too-fast" | "unknown-table" | "table-full" | "not-found" | "not-at-table" | "not-host" | "not-seated" | "not-ready" | "place-taken" | "tribe-taken" | "unknown-bot" | "wrong-phase" | "wrong-game" | "wrong-seat" | "not-your-turn" | "stale" | "illegal" | "too-soon" | "talk-is-off" | "no-spectators" | "removed" | "not-finished" | "damaged" | "closed" | "forbidden-origin" | "no-identity" | "busy";

/** A message from whoever runs the server; it has no version and is not kept. */
export type Announcement = {
  type: "announcement";
  /** What they say; never markup. */
  text: string;
  /** When they said it: a reader who connects again is told again. */
  at: Moment;
};

/** The last message on a socket. */
export type Bye = {
  type: "bye";
  /** Why. */
  reason: ByeReason;
};

/** Why the server closes a socket. */
export type ByeReason = "stopping" | "closed" | "flooding" | "unknown-table" | "no-spectators" | "removed" | "signed-out" | "damaged" | "too-large" | "bad-message";

/** One line of a list of tables: nothing in it is secret to who may know of the table. */
export type Summary = {
  /** By which it is found. */
  code: Code;
  /** What it is doing. */
  phase: TablePhase;
  /** The name of the host. */
  host: string;
  /** How many people sit there. */
  people: number;
  /** How many bots. */
  bots: number;
  /** How many games were begun. */
  number: number;
  /** How it plays. */
  settings: Settings;
};

/** The same, with what is no part of the table's history. */
export type Listing = {
  /** By which it is found. */
  code: Code;
  /** What it is doing. */
  phase: TablePhase;
  /** The name of the host. */
  host: string;
  /** How many people sit there. */
  people: number;
  /** How many bots. */
  bots: number;
  /** How many games were begun. */
  number: number;
  /** How it plays. */
  settings: Settings;
  /** How many of its people are connected now. */
  here: number;
  /** When it last changed, moves not counted: in milliseconds since 1970. */
  changed: Moment;
};

/** The game that is played, or was played last, as one viewer saw it. */
export type History = {
  /** How many entries the table's history has: frames up to this one tell nothing new. */
  version: number;
  /** The game's, counted from 1. */
  number: number;
  /** What the viewer has seen, from the first round's beginning on. */
  events: SeenEvent[];
};

/** A whole record, through one pair of eyes. */
export type Retelling = {
  /** The players, in seat order. */
  names: string[];
  /** The eyes it was seen with. */
  eyes: string;
  /** All eyes that the record can be seen with. */
  choice: string[];
  /** The start of the first round, then a step a move. */
  steps: Step[];
  /** Remarks; for open eyes alone, because they may tell what others did not know. */
  comments: Comment[];
};

/** A move and what followed from it. */
export type Step = {
  /** What these eyes saw happen. */
  events: SeenEvent[];
  /** What changed of the view; all of it in the first step. */
  view: Record<string, unknown>;
  /** What the seats hold whose discs changed; none but for open eyes. */
  holdings: SeatHolding[] | null;
};

/** What a seat holds, for open eyes alone. */
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

/** A remark between the moves. */
export type Comment = {
  /** How many moves come before it. */
  after: number;
  /** What it says; it holds no closing brace. */
  text: string;
};
