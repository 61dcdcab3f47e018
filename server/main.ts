import pino from 'pino'
import { type App, createApp } from './app.ts'
import { loadConfig } from './ground/config.ts'
import { StartFailure } from './ground/startFailure.ts'

/**
 * Child-process entry of the server: reads its settings from the environment, says `{ready, port, mqttPort, demo}` to its parent, and
 * stops in order on SIGTERM, SIGINT or when the parent is gone. A fault of configuration or a taken port is one line on stderr and
 * exit code 1.
 */
const log = pino({ name: 'server', level: process.env['LOG_LEVEL'] ?? 'info' })

let app: App | null = null
let stopping = false

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await app?.close()
  process.exit(code)
}
process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
process.on('disconnect', () => void stop(0))
process.on('uncaughtException', (cause) => {
  log.fatal({ err: cause }, 'a fault that nothing caught')
  void stop(1)
})
process.on('unhandledRejection', (cause) => {
  log.fatal({ err: cause }, 'a promise that nobody awaited failed')
  void stop(1)
})

try {
  const config = loadConfig(process.env)
  app = await createApp(config, {
    log,
    onTaken(line) {
      process.stderr.write(`furrow: ${line}\n`)
      void stop(1)
    },
  })
  // Told to stop while it was starting.
  if (stopping) {
    await app.close()
    process.exit(0)
  }
  if (app.setupUrl != null) process.stdout.write(`Make the first administrator on ${app.setupUrl}\n`)
  process.send?.({ ready: true, port: app.port, mqttPort: app.mqttPort, demo: config.demo })
} catch (cause) {
  if (cause instanceof StartFailure) process.stderr.write(`furrow: ${cause.message}\n`)
  else log.fatal({ err: cause }, 'the server could not start')
  process.exit(1)
}
