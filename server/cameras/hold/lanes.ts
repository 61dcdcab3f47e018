import { CallFailure } from '../../ground/failure.ts'

/** Of one camera. */
const MOST_WAITING = 32

/** Works of one key run one after another, in the order in which they came. */
export function createLanes() {
  const lanes = new Map<number, { last: Promise<unknown>; waiting: number }>()
  return {
    /** Throws CallFailure error.busy where too many wait. */
    async run<T>(key: number, work: () => Promise<T>): Promise<T> {
      const lane = lanes.get(key) ?? { last: Promise.resolve(), waiting: 0 }
      if (lane.waiting >= MOST_WAITING) throw new CallFailure('error.busy')
      lane.waiting++
      const turn = lane.last.then(work)
      lane.last = turn.catch(() => undefined)
      lanes.set(key, lane)
      try {
        return await turn
      } finally {
        if (--lane.waiting === 0) lanes.delete(key)
      }
    },
  }
}
