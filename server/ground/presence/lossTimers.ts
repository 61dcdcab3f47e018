import { insertTimers } from '../clock/job.ts'

/** A device that comes back within this time was not lost; devices that go within it are told together. */
export const SETTLE_MS = 10_000
/** The job that tells the loss of devices: its keys are their ids. */
export const LOSS_JOB = 'notices.deviceLoss'

/** Sets the timers of devices that went offline, as part of the statement that writes it; `lost` has id, tenant_id and at (ms UTC). */
export const lossTimers = (lost: string) =>
  insertTimers(
    LOSS_JOB,
    `select tenant_id, id::text as key, at + ${SETTLE_MS} as due_at, ${SETTLE_MS}::bigint as span from (${lost}) as lost`,
  )
