import pino from 'pino'
import { createApp } from '#server/app'
import { loadConfig } from '#server/ground/config'
import { createWatchEngine } from '#server/ground/watch/engine'

/**
 * Child-process entry of a server whose evaluator never comes to what is committed: what it is handed it lays aside, and says `{heard}` to its parent,
 * the ids of the items. A kill of it falls between the commit of these readings and their evaluation, always.
 */
const app = await createApp(loadConfig(process.env), {
  log: pino({ level: 'warn' }),
  makeWatchEngine: (given) => ({
    ...createWatchEngine(given),
    hear: (_tenantId, heard) => void process.send!({ heard: heard.flatMap((one) => ('itemId' in one ? one.itemId : [])) }),
  }),
})
process.send!({ ready: true, port: app.port, mqttPort: app.mqttPort })
