import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag } from '../core/values.ts'

/** TENANT-05: whether the tenant publishes its agricultural articles, to its own people and to the public. */
const consultSetting = z.object({ consultFlag: flag })

/** PERMISSIONS-23: who holds these in every base manages the bases of the tenant. */
export const MANAGE_AREAS = ['wfpf.farm.farm.base.ps.create', 'wfpf.farm.farm.base.ps.edit'] as const

/** Settings of a tenant that shape what its people see first. */
export const tenantSettingCalls = {
  consult: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/tenant-consult',
    permission: 'login',
    summary: 'Whether the tenant publishes its articles',
    answer: consultSetting,
    follows: ['corporation'],
  }),
  setConsult: defineCall({
    method: 'POST',
    trail: 'tenantSetting',
    path: '/wfpf/v1/{t}/tenant-consult',
    permission: 'wfpf.company.config.corporation.ps.edit',
    summary: 'Publishes the articles of a tenant, or not',
    body: consultSetting,
    answer: consultSetting,
  }),
  areaAdmin: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/area/admin',
    permission: 'login',
    summary: 'Whether the caller manages the bases of the tenant: makes, changes and disables them, in every base (PERMISSIONS-23)',
    answer: z.boolean(),
  }),
  noviceCheck: defineCall({
    method: 'POST',
    trail: { untold: 'own' },
    path: '/wfpf/v1/{t}/tenant/novice/check',
    permission: 'login',
    persons: true,
    summary: 'Whether the tenant is still marked new',
    whileViewing: true,
    answer: z.object({ novice: z.boolean() }),
  }),
  noviceUnlock: defineCall({
    method: 'POST',
    trail: 'tenant',
    path: '/wfpf/v1/{t}/tenant/novice/unlock',
    permission: 'login',
    persons: true,
    summary: 'Takes the mark off a tenant that has a base; one without a base stays marked',
    answer: z.object({ novice: z.boolean() }),
  }),
}
