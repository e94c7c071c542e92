// Every limit of the station on one page. Times in ms, sizes in bytes. docs/product/machines.md explains them to people.

const MB = 1024 * 1024
const GB = 1024 * MB
const SECOND = 1000

export const stationLimits = {
  /** Associations at once, and of them by one AE title. */
  associations: 8,
  ofMachine: 2,
  /** Connections that have not said yet who they are are counted here as well. */
  connections: 64,
  /** Until the next whole PDU. */
  silenceMs: 30 * SECOND,
  /** What we ask others to send at most in a P-DATA-TF. */
  pdu: 128 * 1024,
  /** 128 presentation contexts with all their transfer syntaxes need less. */
  associationRequest: 64 * 1024,
  contexts: 128,
  /** Commands, and what is asked for: held in memory. */
  message: 256 * 1024,
  instance: 2 * GB,
  /** All that lies in the station's folder. */
  arrivals: 20 * GB,
  reserve: 5 * GB,
  /** How much of an instance may wait for the disk. */
  unwritten: MB,
  /** In which the identifying elements of an instance are. */
  header: MB,
} as const

export const stationTimes = {
  /** Without another instance a study is complete. */
  quietMs: 60 * SECOND,
  /** How long machines are believed before they are asked for again. */
  machinesMs: 10 * SECOND,
  /** Between tries while the backend is away: doubled from the first to the last. */
  firstPauseMs: 2 * SECOND,
  lastPauseMs: 300 * SECOND,
  /** Delivered instances are kept for those that come later. */
  keptMs: 7 * 24 * 3600 * SECOND,
  sweepMs: 3600 * SECOND,
  /** The watched folder: how often it is looked at, how long a file must not have grown, and until what failed is tried again. */
  folder: { everyMs: 3 * SECOND, quietMs: 10 * SECOND, againMs: 60 * SECOND },
} as const
