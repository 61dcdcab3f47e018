import type { CallGroups } from '#contract/calls'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Handlers } from '../ground/http/handler.ts'

/** The people of a tenant: whom a record can name. */
export const peopleHandlers: Handlers<CallGroups['people']> = {
  page: ({ query }, { inTenant }) =>
    inTenant(async (scope) => {
      let people = scope
        .select('membership')
        .innerJoin('app_user', 'app_user.id', 'membership.user_id')
        .where('app_user.enabled', '=', true)
      if (query.search?.trim()) people = people.where('app_user.real_name', '~', containing(query.search))
      return readPage(query, people, (all) =>
        all.select(['app_user.id as userId', 'app_user.real_name as realName']).orderBy('app_user.real_name').orderBy('app_user.id'),
      )
    }),
}
