import { fileUrlOf } from '#contract/media/files'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { keepDrawing, TENANT, withinDemo } from '../keepDrawing.ts'
import { demoSeeds } from './texts.ts'

export const DEMO_SEEDS = 'demo.seeds'

/** Draws the pictures of the demo's seeds some time after the first start. A seed that somebody has changed, or has drawn already, is left. */
export function demoSeedsJob(context: Pick<Context, 'requestDb' | 'files'>): Job {
  const within = withinDemo(context)
  return {
    name: DEMO_SEEDS,
    missed: 'catchUp',
    async steps(_, signal) {
      for (const { name, draw, practices } of demoSeeds) {
        const untouched = () =>
          within((scope) =>
            scope
              .select('seed')
              .select(['seed.id', 'seed.farming_practices'])
              .where('seed.seed_name', '=', name)
              .where('seed.image_url', 'is', null)
              .where('seed.object_version_number', '=', 1)
              .executeTakeFirst(),
          )
        if (signal.aborted || !(await untouched())) continue
        const kept = async (svg: string, called: string) =>
          fileUrlOf(TENANT, (await keepDrawing(context, within, { svg, name: `${called}.jpg`, kind: 'seedImage' })).id)
        const imageUrl = await kept(draw(), name)
        const drawn = new Map<string, string>()
        for (const [called, , drawing] of practices) drawn.set(called, await kept(drawing(), called))
        const row = await untouched()
        if (!row) continue
        const pictured = row.farming_practices.map((one) => ({ ...one, imageUrl: drawn.get(one.name) ?? null }))
        await within(async (scope) => {
          const texts = [imageUrl, ...drawn.values()]
          const set = { image_url: imageUrl, farming_practices: JSON.stringify(pictured) }
          await scope.update('seed').set(set).where('seed.id', '=', row.id).where('seed.object_version_number', '=', 1).execute()
          await sayUses(scope.raw, { tenantId: TENANT, table: 'seed', id: row.id }, { texts })
        })
      }
    },
  }
}
