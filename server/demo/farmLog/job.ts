import { fileUrlOf } from '#contract/media/files'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { keepDrawing, TENANT, withinDemo } from '../keepDrawing.ts'
import { demoLog } from './texts.ts'

export const DEMO_LOG = 'demo.farmLog'

/** Draws the pictures of the demo's log some time after the first start. An entry that somebody has changed, or that has one already, is left. */
export function demoLogJob(context: Pick<Context, 'requestDb' | 'files'>): Job {
  const within = withinDemo(context)
  return {
    name: DEMO_LOG,
    missed: 'catchUp',
    async steps(_, signal) {
      for (const { title, draw } of demoLog) {
        const untouched = () =>
          within((scope) =>
            scope
              .select('farm_log')
              .select('farm_log.id')
              .where('farm_log.log_title', '=', title)
              .where('farm_log.object_version_number', '=', 1)
              .where('farm_log.content', '=', JSON.stringify([]) as never)
              .executeTakeFirst(),
          )
        if (!draw || signal.aborted || !(await untouched())) continue
        const { id: file } = await keepDrawing(context, within, { svg: draw(), name: `${title}.jpg`, kind: 'seedImage' })
        const row = await untouched()
        if (!row) continue
        const content = JSON.stringify([fileUrlOf(TENANT, file)])
        await within(async (scope) => {
          await scope
            .update('farm_log')
            .set({ content: content as never })
            .where('farm_log.id', '=', row.id)
            .execute()
          await sayUses(scope.raw, { tenantId: TENANT, table: 'farm_log', id: row.id }, { texts: [content] })
        })
      }
    },
  }
}
