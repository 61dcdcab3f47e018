import { Counter, Gauge } from 'prom-client'

/** Why the broker or the ingest said no; each is logged where it happens. */
export const refusals = new Counter({
  name: 'furrow_mqtt_refused_total',
  help: 'Connections, subscriptions, publishes and packets that were refused',
  labelNames: ['what', 'reason'],
})
export const connections = new Gauge({ name: 'furrow_mqtt_connections', help: 'Open MQTT connections', labelNames: ['kind'] })
export const bytesInFlight = new Gauge({
  name: 'furrow_mqtt_in_flight_bytes',
  help: 'Bytes of messages of devices that were taken and are not answered yet',
})
export const readingsStored = new Counter({ name: 'furrow_readings_stored_total', help: 'Readings committed' })
export const messagesRejected = new Counter({
  name: 'furrow_messages_rejected_total',
  help: 'Messages of devices that could not be used',
  labelNames: ['reason'],
})
export const batches = new Counter({ name: 'furrow_ingest_batches_total', help: 'Batches committed by the ingest' })
export const framesDropped = new Counter({
  name: 'furrow_live_frames_dropped_total',
  help: 'Live frames that were not queued for a console that reads too slowly',
})
