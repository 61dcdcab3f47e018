/**
 * By this name a device says of itself (aboutTopic) after how many seconds it ends by itself whatever was started, however long that is to run; with
 * the number of a circuit behind it (`longestRun2`) of that circuit alone.
 */
export const LONGEST_RUN = 'longestRun'

/** Whether a device that holds what was started for so many seconds (null: it does not say) ends it sooner than is asked (null: when it is told). */
export const endsSooner = (longestRun: number | null, asked: number | null): longestRun is number =>
  longestRun !== null && (asked === null || longestRun < asked)
