import { startFarm } from './farm.ts'

const url = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883'
if (!/^(mqtts?|tcp|tls|wss?):\/\//.test(url)) {
  process.stderr.write(`MQTT_URL must look like mqtt://host:port, not "${url}"\n`)
  process.exit(1)
}

const farm = startFarm({
  url,
  clock: Date.now,
  say: (line) => {
    process.stdout.write(`${line}\n`)
  },
})

let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  void farm.stop().finally(() => {
    process.exit(0)
  })
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The supervisor that started this process is gone.
process.on('disconnect', stop)
