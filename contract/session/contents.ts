import { defineContents } from '../core/contents.ts'
import { accountCalls } from './account.ts'
import { changedCalls, changedTopic } from './changed.ts'
import { oauthCalls } from './oauth.ts'
import { personalTokenCalls } from './personalToken.ts'
import { rightsTopic } from './rights.ts'
import { tenantCalls } from './tenant.ts'
import { themeCalls } from './theme.ts'
import { userCalls } from './user.ts'

export const session = defineContents({
  calls: {
    oauth: oauthCalls,
    user: userCalls,
    account: accountCalls,
    tenant: tenantCalls,
    theme: themeCalls,
    changed: changedCalls,
    personalToken: personalTokenCalls,
  },
  topics: [changedTopic, rightsTopic],
})
