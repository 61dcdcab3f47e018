// Publishes readings at a steady rate for some seconds, spread evenly over the cells and over time; a value is its own sending time, in ms
// since EPOCH. Its own process, so that publishing and measuring do not wait for each other.
import { connectPublisher, type Publisher } from './load.ts'

interface Job {
  host: string
  port: number
  rate: number
  seconds: number
  epoch: number
  devices: { clientId: string; userName?: string; password?: string }[]
  /** Topic, device and (for Furrow) item code of each cell. */
  cells: { device: number; topic: string; code: string | null }[]
}

const STEP_MS = 2

process.on('message', (job: Job) => {
  void (async () => {
    const publishers: Publisher[] = await Promise.all(
      job.devices.map((device) => connectPublisher({ host: job.host, port: job.port, ...device })),
    )
    const last: Record<number, string> = {}
    const began = performance.now()
    let sent = 0
    const total = job.rate * job.seconds
    await new Promise<void>((done) => {
      const step = () => {
        const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * job.rate))
        for (; sent < due; sent++) {
          const at = sent % job.cells.length
          const cell = job.cells[at]!
          const value = (performance.timeOrigin + performance.now() - job.epoch).toFixed(2)
          publishers[cell.device]!.fire(cell.topic, cell.code == null ? value : `{"${cell.code}":${value}}`)
          last[at] = value
        }
        if (sent < total) setTimeout(step, STEP_MS)
        else done()
      }
      step()
    })
    const wanted = publishers.reduce((sum, one) => sum + one.inFlight(), 0)
    process.send?.({ last, seconds: (performance.now() - began) / 1000, waiting: wanted })
    for (const publisher of publishers) if (publisher.inFlight() === 0) publisher.close()
  })()
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
