import { Counter, Gauge } from 'prom-client'

export const recordsPushed = new Counter({
  name: 'furrow_push_records_total',
  help: 'Records that were to be sent to receivers outside, by what became of them (delivered, dead, dropped)',
  labelNames: ['outcome'],
})
export const pushTries = new Counter({
  name: 'furrow_push_tries_total',
  help: 'Deliveries to receivers outside that were tried, by what came of it (taken, or why not)',
  labelNames: ['outcome'],
})
export const pushWaiting = new Gauge({ name: 'furrow_push_waiting_records', help: 'Records that wait to be sent to receivers outside' })
export const pushOldest = new Gauge({ name: 'furrow_push_oldest_seconds', help: 'For how long the oldest of them has waited' })
export const pushRests = new Gauge({
  name: 'furrow_push_rest_ratio',
  help: 'How many times as long as it works sending to receivers outside rests, so that readings are stored first; 0 while there is time for both',
})
