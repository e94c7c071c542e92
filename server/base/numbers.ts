import { availableParallelism } from 'node:os'

// Every limit on what one client may ask of the server, on one page. Times in ms, sizes in bytes. A network is
// an IPv4 address or an IPv6 /64. docs/product/limits.md explains them to people. Limits on a single query
// (rows, filters, names) are checked where it is parsed.

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Connections; checked before a request is read. */
export const connectionLimits = {
  /** A clinic behind one address opens some hundred; each costs memory. Behind a proxy, the proxy limits them. */
  ofNetwork: 1000,
  /** A client that sends its headers slowly holds a connection for nothing. */
  headersMs: 15 * SECOND,
  checkEveryMs: 5 * SECOND,
  /** Responses that a network requested but does not read stay in memory. */
  unsentOfNetwork: 64 * MB,
}

/** Bodies that are read into memory as a whole; files are streamed. */
export const bodyLimits = {
  most: MB,
  /** Requests without a key are all small. */
  withoutKey: 8 * KB,
  patienceMs: 30 * SECOND,
  /** Larger bodies wait for a turn, so that no network fills the memory. */
  small: 64 * KB,
  large: { atOnce: 128, each: 16 },
  /** Credentials and settings of accounts. */
  auth: 64 * KB,
  /** Room for a thousand file names. */
  storage: 2 * MB,
}

/** How long one statement may run in the database, for people and for functions with the service key. */
export const statementLimits = { people: 8 * SECOND, service: 30 * SECOND }

/** Turns: how many in all, and how many per account or network (turns.ts). */
export const turnLimits = {
  /** Normal screens wait far less. After this the answer is 503. */
  patienceMs: 10 * SECOND,
  waiting: 300,
  /**
   * Fewer than the pool's 16 connections, so the server's own work always finds one. `busy`: all heavy users
   * together leave one processor to the others.
   */
  postgres: { atOnce: 10, each: 3, busy: Math.min(4, Math.max(1, availableParallelism() - 1)) },
  /** PGlite has a single session. */
  pglite: { atOnce: 1, each: 1, busy: 1 },
  /** Four threads hash passwords; a few more requests may query the database. No single network takes all. */
  auth: { atOnce: 8, each: 4 },
  /** Functions open to strangers that use the service key, which does not queue for the database. */
  strangersFunctions: { atOnce: 4, each: 2 },
  /** An upload may take an hour; our screens send at most 12 at once. */
  uploads: { atOnce: 240, each: 12 },
}

const effortMemoryMs = 3 * SECOND

/** How database time counts and decays (effort.ts). */
export const effortLimits = {
  /** After this time about a third of it remains. */
  memoryMs: effortMemoryMs,
  /** One and a half busy connections: sending one query after another never reaches it. */
  muchMs: effortMemoryMs * 1.5,
  /** A tenth of one busy connection: below this, a heavy user no longer counts as one. */
  littleMs: effortMemoryMs / 10,
  remembered: 2000,
}

/** Queries that timed out or whose answer was too large (pauses.ts). */
export const pauseLimits = { costly: 3, windowMs: MINUTE, pauseMs: MINUTE }

/** Sign-ins with a wrong password (sign-in.ts). */
export const signInLimits = {
  windowMs: 5 * MINUTE,
  /** Per account, from any network. */
  ofAccount: 10,
  /** Per network, for any account. */
  ofNetwork: 19,
  /** How long a network counts as one from which the account signs in. */
  familiarMs: 7 * DAY,
}

/** Tries and requests at the accounts service (budgets.ts): at most `most` per window. */
export const budgetLimits = {
  /** Messages to one e-mail, whether or not it belongs to an account, and from one network. */
  mailTo: { most: 5, windowMs: HOUR },
  mailFrom: { most: 20, windowMs: HOUR },
  /** Codes from a message, and codes that confirm the person, per account: too few tries to guess 8 digits. */
  codes: { most: 5, windowMs: HOUR },
  nonces: { most: 5, windowMs: HOUR },
  /** One-time tokens and codes tried from one network. */
  verifyFrom: { most: 30, windowMs: 5 * MINUTE },
  /** 6-digit codes of a second factor tried for one account: within minutes, and within a day. */
  factor: { most: 5, windowMs: 5 * MINUTE },
  factorDay: { most: 30, windowMs: DAY },
  /** Second factors that one account starts, and challenges that it requests. */
  enroll: { most: 20, windowMs: HOUR },
  challenge: { most: 100, windowMs: HOUR },
}

/** Live connections (realtime/). */
export const socketLimits = {
  atOnce: 2000,
  /** Leaves more than half of the sockets to other networks. */
  ofNetwork: 800,
  messageBytes: 64 * KB,
  /** More than two heartbeats of realtime-js. */
  silenceMs: MINUTE,
  /** A signed-in client shows its token in the first join; a socket that has not is closed after this. */
  strangerMs: 30 * SECOND,
  sweepMs: 5 * SECOND,
  channels: 50,
  /** Every change is compared with each value of each filter. */
  filterValues: 500,
  /** A client this far behind catches up faster by reconnecting. */
  unsent: 8 * MB,
}

/** How much one socket may send (pace.ts). A stranger has not shown a person's token yet. */
export const paceLimits = {
  windowMs: 10 * SECOND,
  people: { messages: 300, bytes: 2 * MB },
  strangers: { messages: 60, bytes: 64 * KB },
  joinsASecond: 10,
  /** Messages of one socket are handled one by one; this many may wait. */
  waiting: 100,
  waitingBytes: 256 * KB,
  /** All strangers of a network together: 800 sockets may open and join at once, then `aSecond` messages. */
  network: { burst: 1600, aSecond: 50 },
  networksRemembered: 10_000,
}

/** Files (storage/). */
export const storageLimits = {
  /** Unfinished uploads of one person. */
  unfinished: 20,
  unfinishedBytes: 8 * GB,
  unfinishedMs: DAY,
  /** Free space that uploads must leave: the database uses the same disk, and a full disk stops the clinic. */
  reserveBytes: 512 * MB,
  /** No screen shows more files at once. */
  links: 100,
}
