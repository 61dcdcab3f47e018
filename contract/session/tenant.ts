import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { text } from '../core/values.ts'

/** How a tenant's console introduces itself (LOGIN-12, LOGIN-16); null where the product's own is used. */
export const deployment = z.object({
  favicon: z.string().nullable(),
  loginTitle: z.string().nullable(),
  loginLogo: z.string().nullable(),
  workLogo: z.string().nullable(),
  titleLoginLogo: z.string().nullable(),
  copyright: z.string().nullable(),
})
export type Deployment = z.infer<typeof deployment>

/** What the first bytes of every page carry, as JSON in `<script id="boot">`. */
export const boot = z.object({
  publicKey: z.string(),
  deployment,
  demo: z.boolean(),
  /** The largest panorama that may be uploaded, in MB. */
  panoramaMaxMb: z.int(),
  tiles: z.array(z.object({ name: z.string(), url: z.string(), crs: z.enum(['WGS84', 'GCJ02', 'BD09']), attribution: z.string() })),
})
export type Boot = z.infer<typeof boot>

export const tenantCalls = {
  domain: defineCall({
    method: 'GET', path: '/wfpf/v1/{t}/tenant/domain', permission: 'public',
    summary: 'The deployment info of the tenant that owns a domain; t is 0 before anyone is known',
    query: z.object({ domainName: text(253).default('') }), answer: deployment,
  }),
}
