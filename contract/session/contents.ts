import { defineContents } from '../core/contents.ts'
import { accountCalls } from './account.ts'
import { changedCalls, changedTopic } from './changed.ts'
import { entryCalls } from './entry.ts'
import { oauthCalls } from './oauth.ts'
import { oidcCalls } from './oidc.ts'
import { personalTokenCalls } from './personalToken.ts'
import { rightsTopic } from './rights.ts'
import { secondFactorCalls } from './secondFactor.ts'
import { tenantCalls } from './tenant.ts'
import { themeCalls } from './theme.ts'
import { userCalls } from './user.ts'
import { viewingCalls } from './viewing.ts'

export const session = defineContents({
  calls: {
    oauth: oauthCalls,
    user: userCalls,
    account: accountCalls,
    secondFactor: secondFactorCalls,
    oidc: oidcCalls,
    tenant: tenantCalls,
    viewing: viewingCalls,
    theme: themeCalls,
    changed: changedCalls,
    entry: entryCalls,
    personalToken: personalTokenCalls,
  },
  topics: [changedTopic, rightsTopic],
})
