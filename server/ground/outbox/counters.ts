import { Counter, Gauge } from 'prom-client'

export const parcelsTold = new Counter({
  name: 'furrow_outbox_told_total',
  help: 'What left the outbox or failed to, by kind and outcome (told, failed, dead)',
  labelNames: ['kind', 'outcome'],
})
export const parcelsWaiting = new Gauge({
  name: 'furrow_outbox_rows',
  help: 'What waits in the outbox, and what was given up (dead)',
  labelNames: ['state'],
})
