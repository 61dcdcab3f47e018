import { article } from '#contract/news/article'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { recordsOf } from '../ground/crud/records.ts'
import { notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import { articleRules } from './article.ts'
import { bringBack, forget, trashOf } from './trash.ts'
import { sayableAgain, versionOf, versionsOf } from './versions.ts'

/** Articles as they are written: a list with a form, earlier versions, and a trash. */
export function articleHandlers(context: Pick<Context, 'live' | 'clock' | 'foreign' | 'registry'>): HandlersOf<'news'>['article'] {
  const { registry, clock, live } = context
  const records = recordsOf(articleRules as never, registry, clock)
  const tell = ({ grant }: Asking, id: number) => live.changed(grant.tenantId, article.name, id, null)
  return {
    ...crudHandlers(articleRules, context),

    versions: ({ params }, { inTenant }) => inTenant((scope) => versionsOf(scope, params.id)),

    version: ({ params }, { inTenant }) =>
      inTenant(async (scope) => {
        const { title, content, coverPicture, label, articleSource } = await versionOf(scope, params.id, params.version)
        return { title, content, coverPicture, label, articleSource }
      }),

    async restoreVersion({ params, body }, asking) {
      const { row } = await asking.inTenant(async (scope) => {
        const kept = await sayableAgain(scope, await versionOf(scope, params.id, params.version))
        return records.update(scope, asking, params.id, body.objectVersionNumber, { ...kept, valueType: null })
      })
      tell(asking, params.id)
      return row.object_version_number
    },

    trash: ({ query }, { inTenant }) => inTenant((scope) => trashOf(scope, query, clock())),

    async restore({ params }, asking) {
      await asking.inTenant((scope) => bringBack(scope, params.id, clock()))
      tell(asking, params.id)
      return params.id
    },

    async forget({ params }, asking) {
      const { tenantId } = asking.grant
      if (!(await asking.inTenant(({ raw }) => forget(raw, tenantId, params.id)))) throw notFound()
      tell(asking, params.id)
      return 1
    },
  }
}
