import { parseArgs } from 'node:util'
import pino from 'pino'
import { loadConfig } from '../config.ts'
import { runningUrl } from '../database/cluster.ts'
import { pool } from '../database/open.ts'
import { StartFailure } from '../startFailure.ts'
import { clockDoubt, clockFacts, noteClock } from './clockTrust.ts'
import { monthsOf } from './months.ts'
import { forgetOldHistory, forgetOldLogs } from './retention.ts'

/**
 * `npm run retention`: says what retention would drop and whether it believes the clock. `npm run retention -- --until DAY` drops the months
 * of readings that ended by that day (YYYY-MM-DD, UTC), however many, and takes the clock of this moment for the right one. On
 * DATABASE_URL, else on the own database of DATA_DIR while it runs; beside a running Furrow.
 */
const DAY = /^\d{4}-\d{2}-\d{2}$/
const say = (line: string) => process.stdout.write(`${line}\n`)
const dayOf = (ts: number) => new Date(ts).toISOString().slice(0, 10)

function dayGiven(): number | null {
  const { until } = parseArgs({ options: { until: { type: 'string' } } }).values
  if (until === undefined) return null
  const ts = DAY.test(until) ? Date.parse(until) : Number.NaN
  if (Number.isNaN(ts) || dayOf(ts) !== until) throw new StartFailure(`--until is "${until}": a day such as 2024-01-31 is wanted`)
  return ts
}

function databaseUrl(): string {
  const url = process.env['DATABASE_URL'] || runningUrl(process.env['DATA_DIR'] || '.data')
  if (!url) throw new StartFailure('The own database does not run: start Furrow, then say this again beside it')
  return url
}

async function main(): Promise<void> {
  const until = dayGiven()
  const url = databaseUrl()
  // What the server listens on does not matter here.
  const { retention } = loadConfig({ ...process.env, HOST: '', DEMO: 'off', DATABASE_URL: url })
  const owner = pool(url, { max: 2 }, pino({ level: 'silent' }))
  try {
    const now = Date.now()
    const facts = await clockFacts(owner, now)
    const doubt = clockDoubt(facts)
    const months = await monthsOf(owner)
    if (until === null) {
      const due = months.filter(({ to }) => to <= now - retention.readings)
      say(`The clock says ${dayOf(now)}; the newest reading is of ${facts.newest == null ? 'no day' : dayOf(facts.newest)}.`)
      say(doubt == null ? 'The clock is believed.' : `The clock is not believed, and nothing is dropped: ${doubt}.`)
      say(
        months.length === 0 ? 'There are no readings.' : `Readings are kept from ${dayOf(months[0]!.from)} on, in ${months.length} months.`,
      )
      say(
        due.length === 0
          ? `None is older than RETENTION_DAYS (${retention.readings / 86_400_000}).`
          : `${due.length} of them are older than RETENTION_DAYS (${retention.readings / 86_400_000}): one goes a day, and all at once with: npm run retention -- --until ${dayOf(due.at(-1)!.to)}`,
      )
      return
    }
    if (facts.newest != null && until > facts.newest)
      throw new StartFailure(`--until is later than the newest reading (${dayOf(facts.newest)}): nothing would be left`)
    const history = await forgetOldHistory({ pool: owner, owner }, until)
    const logs = await forgetOldLogs(owner, {
      logs: Math.min(until, now - retention.logs),
      messages: Math.min(until, now - retention.messages),
      changes: until,
      audit: Math.min(until, now - retention.audit),
      alarms: Math.min(until, now - retention.alarms),
    })
    await noteClock(owner, now)
    say(`Dropped ${history.months} months of readings, with their curves.`)
    say(
      `Dropped ${logs.commands} commands, ${logs.presences} records of devices, ${logs.messages} messages, ${logs.changes} changes of switches, ${logs.alarms} alarms, ${logs.auditEntries} entries of the audit trail.`,
    )
    say(`The clock of this moment (${dayOf(now)}) is taken for the right one.`)
  } finally {
    await owner.end()
  }
}

try {
  await main()
} catch (cause) {
  const { code, message } = cause as { code?: string; message: string }
  const words =
    code === '55P03' ? 'Something that runs for long, a dump for one, still reads the month: try again when it has ended' : message
  process.stderr.write(`${words}\n`)
  process.exitCode = 1
}
