import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Cable, layCable } from './proxy.ts'

const DISK_MB = 1500
const START_AGAIN_MS = 500

/** The product under siege: server and database as children, the database's supervisor's part played by the stage. */
export interface Stage {
  readonly url: string
  readonly mqttPort: number
  /** Asks the database itself, past the cable, as its owner; tries again while it is away. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  readonly database: {
    /** kill -9 of the postmaster. */
    kill(): void
    /** Stops every process of it in its tracks; `resume` lets them go on. */
    pause(): void
    resume(): void
    /** A fast shutdown, as at an upgrade; its supervisor starts it again. */
    restart(): void
  }
  readonly cable: Cable
  /** Fills the disk of the data directory to the last byte; false where this machine gives no disk of our own. */
  readonly disk: { fill(): boolean; makeRoom(): void }
  /** Sets the server's clock this many ms off. */
  shiftClock(ms: number): void
  readonly serverPid: number
  /** What ended that should not have. */
  readonly deaths: string[]
  readonly databaseStarts: () => number
  close(): Promise<void>
}

pg.types.setTypeParser(20, Number)

export async function buildStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-chaos-'))
  const own = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', dataDir]).status === 0
  chmodSync(dataDir, 0o711)
  const deaths: string[] = []
  let closing = false
  let starts = 0
  let databaseUrl = new URL('postgres://nowhere')
  let database: ChildProcess

  const startDatabase = () =>
    new Promise<void>((ready, failed) => {
      starts++
      database = spawn('node', ['server/ground/database/run.ts'], {
        env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      database.once('message', ({ url }: { url: string }) => {
        databaseUrl = new URL(url)
        ready()
      })
      database.once('exit', () => {
        failed(new Error('the database did not start'))
        // What the supervisor of `npm start` does: whoever ends is started again.
        if (!closing) setTimeout(() => void startDatabase().catch(() => undefined), START_AGAIN_MS)
      })
    })
  await startDatabase()
  const cable = await layCable(() => Number(databaseUrl.port))
  const throughCable = new URL(databaseUrl)
  throughCable.port = String(cable.port)

  const main = ['--import', fileURLToPath(new URL('shiftedClock.ts', import.meta.url)), 'server/main.ts']
  const server = spawn('node', main, {
    env: {
      ...process.env,
      LOG_LEVEL: process.env['CHAOS_LOG'] ?? 'fatal',
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'on',
      DATA_DIR: dataDir,
      DATABASE_URL: throughCable.href,
      WEATHER_URL: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { port, mqttPort } = await new Promise<{ port: number; mqttPort: number }>((ready, failed) => {
    server.once('message', (message) => ready(message as { port: number; mqttPort: number }))
    server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
  })
  server.once('exit', (code, signal) => {
    if (!closing) deaths.push(`the server ended (${signal ?? code})`)
  })

  const postmaster = () => {
    const { directory } = JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8')) as { directory: string }
    return Number(readFileSync(resolve(dataDir, directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  }
  const family = () => {
    const head = postmaster()
    const children = readdirSync('/proc').filter((name) => {
      if (!/^\d+$/.test(name)) return false
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(head)
      } catch {
        return false
      }
    })
    return [head, ...children.map(Number)]
  }
  const signal = (pids: readonly number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }
  const filling = join(dataDir, 'filling')
  let paused: number[] = []

  return {
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    async query<Row extends object>(text: string, values: unknown[] = []) {
      for (let attempt = 0; ; attempt++) {
        const client = new pg.Client({
          connectionString: databaseUrl.href,
          options: '-c search_path=furrow',
          connectionTimeoutMillis: 2000,
        })
        client.on('error', () => undefined)
        try {
          await client.connect()
          return (await client.query(text, values)).rows as Row[]
        } catch (cause) {
          if (attempt === 40) throw cause
          await new Promise((resume) => setTimeout(resume, 500))
        } finally {
          await client.end().catch(() => undefined)
        }
      }
    },
    database: {
      kill: () => signal([postmaster()], 'SIGKILL'),
      pause() {
        paused = family()
        signal(paused, 'SIGSTOP')
      },
      resume() {
        signal(paused, 'SIGCONT')
      },
      restart: () => signal([postmaster()], 'SIGINT'),
    },
    cable,
    disk: {
      fill() {
        if (!own) return false
        const file = openSync(filling, 'w')
        for (const piece of [Buffer.alloc(1024 * 1024), Buffer.alloc(512)]) {
          try {
            for (;;) writeSync(file, piece)
          } catch {
            // No room: what was asked for.
          }
        }
        closeSync(file)
        return true
      },
      makeRoom: () => rmSync(filling, { force: true }),
    },
    shiftClock: (ms) => void server.send({ clockOffset: ms }),
    serverPid: server.pid!,
    deaths,
    databaseStarts: () => starts,
    async close() {
      closing = true
      const gone = (child: ChildProcess) =>
        child.exitCode !== null || child.signalCode !== null ? null : new Promise((done) => child.once('exit', done).kill('SIGTERM'))
      await gone(server)
      cable.close()
      await gone(database)
      if (own) spawnSync('umount', [dataDir])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
