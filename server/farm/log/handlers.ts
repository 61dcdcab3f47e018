import { setImmediate } from 'node:timers/promises'
import { type LogRow, MOST_OF_SHEET } from '#contract/farm/log'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { everybodyOf } from '../../ground/crud/byline.ts'
import { sheetJobs } from '../../ground/crud/foreignJobs.ts'
import { CallFailure } from '../../ground/failure.ts'
import { say } from '../../ground/words.ts'
import { wallClock } from '#contract/core/zonedMoment'
import { askOf, readLog } from './diary.ts'
import { changeNote, removeNote, writeNote, writeSeen } from './write.ts'

/** Rows of a spreadsheet that are worded in one turn. */
const SLICE = 1000
const HEADS = ['at', 'source', 'title', 'said', 'level', 'text', 'count', 'by', 'areaName', 'landName', 'batchName', 'deviceName'] as const

/** The farm's log: what people write into it, and all that happened as one list. */
export function farmLogHandlers({ clock, live, foreign }: Context): HandlersOf<'farm'>['farmLog'] {
  return {
    async write({ body }, asking) {
      const entry = await asking.inTenant((scope) =>
        body.logType === 'image' ? writeSeen(scope, asking, body, clock()) : writeNote(scope, asking, body, clock()),
      )
      live.changed(asking.grant.tenantId, body.logType === 'image' ? 'cameraLog' : 'farmLog', entry.id, entry.areaId)
      return entry
    },

    async edit({ body }, asking) {
      const areas = await asking.inTenant((scope) => changeNote(scope, asking, body, clock()))
      for (const areaId of areas) live.changed(asking.grant.tenantId, 'farmLog', body.id, areaId)
      return 1
    },

    async remove({ body }, asking) {
      const areaId = await asking.inTenant((scope) => removeNote(scope, asking, body.id, body.objectVersionNumber))
      live.changed(asking.grant.tenantId, 'farmLog', body.id, areaId)
      return 1
    },

    page: ({ query }, asking) => asking.inTenant(async (scope) => readLog(await askOf(scope, asking, query, query.size), query.source)),

    people: (_, { inTenant }) => inTenant(everybodyOf),

    async export({ query }, asking) {
      const { language, grant } = asking
      const cells = (row: LogRow) =>
        HEADS.map((head) => {
          if (head === 'at') return { clock: wallClock(row.at, grant.timeZone), ...(row.day !== null ? { day: true as const } : {}) }
          if (head === 'source') return say(language, `farm:log.source.${row.source}`)
          if (head === 'level') return say(language, `farm:log.level.${row.level}`)
          return row[head]
        })
      const { content, next } = await asking.inTenant(async (scope) =>
        readLog(await askOf(scope, asking, query, MOST_OF_SHEET), query.source),
      )
      if (next !== null) throw new CallFailure('error.log.tooMany', { max: MOST_OF_SHEET })
      const slices: string[] = []
      for (let from = 0; from < content.length; from += SLICE) {
        slices.push(JSON.stringify(content.slice(from, from + SLICE).map(cells)))
        await setImmediate()
      }
      return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
        title: say(language, 'farm:log.title'),
        heads: HEADS.map((head) => say(language, `farm:log.columns.${head}`)),
        rows: Buffer.from(slices.join('\n')),
      }))
    },
  }
}
