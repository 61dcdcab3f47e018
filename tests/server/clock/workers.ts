import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { vi } from 'vitest'

const CHILD = fileURLToPath(new URL('./clockChild.ts', import.meta.url))

/** Clock workers as processes of their own (clockChild.ts), and what they wrote down. */
export async function workersOn(databaseUrl: string, owner: pg.Pool) {
  await owner.query(
    `create table if not exists furrow.clock_test (
       id bigint generated always as identity, kind text, job text, key text, pid int,
       at bigint default extract(epoch from clock_timestamp()) * 1000
     )`,
  )
  const children = new Set<ChildProcess>()
  return {
    async start() {
      const said: Buffer[] = []
      const child = spawn('node', [CHILD], {
        env: { ...process.env, DATABASE_URL: databaseUrl },
        stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      })
      child.stderr!.on('data', (chunk: Buffer) => said.push(chunk))
      children.add(child)
      const ready = await new Promise<number>((resolve, reject) => {
        child.once('message', (message) => resolve((message as { ready: number }).ready))
        child.once('exit', (code) => reject(new Error(`the worker ended with ${code}: ${Buffer.concat(said).toString()}`)))
      })
      let wentOn = 0
      child.on('message', (message) => {
        if (message === 'went on') wentOn++
      })
      const end = async (act: () => void) => {
        children.delete(child)
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = once(child, 'exit')
        act()
        await gone
      }
      return {
        ready,
        pid: child.pid!,
        /** Jobs that hung in the program and went on. */
        wentOn: () => wentOn,
        said: () => Buffer.concat(said).toString(),
        isAlive: () => child.exitCode === null && child.signalCode === null,
        kill: () => end(() => child.kill('SIGKILL')),
        close: () => end(() => child.send('close')),
      }
    },
    async wrote(kind: 'begun' | 'effect', job?: string) {
      const { rows } = await owner.query<{ job: string; key: string; pid: number; at: number }>(
        'select job, key, pid, at from furrow.clock_test where kind = $1 and job = coalesce($2, job) order by id',
        [kind, job ?? null],
      )
      return rows
    },
    async set(job: string, key: string, { at = Date.now(), payload = {} }: { at?: number; payload?: object } = {}) {
      await owner.query('insert into furrow.job (name, key, payload, due_at, created_at) values ($1, $2, $3, $4, $4)', [
        job,
        key,
        JSON.stringify(payload),
        at,
      ])
    },
    async forget() {
      await owner.query('delete from furrow.clock_test')
      await owner.query('delete from furrow.job')
    },
    async end() {
      await Promise.all(
        [...children].map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          const gone = once(child, 'exit')
          child.kill('SIGKILL')
          await gone
        }),
      )
      children.clear()
    },
  }
}
export type Workers = Awaited<ReturnType<typeof workersOn>>

export const soon = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 20_000, interval: 20 })
export const median = (figures: readonly number[]) => figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]!
