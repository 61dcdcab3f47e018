import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { requiredText, text } from '../core/values.ts'
import { encryptedSecret } from '../core/encrypted.ts'
import { isPhone, REGISTER_NAME_MAX, registrationCalls } from './registration.ts'

/** How a tenant's console introduces itself (LOGIN-12, LOGIN-16); null where the product's own is used. */
export const deployment = z.object({
  favicon: z.string().nullable(),
  loginTitle: z.string().nullable(),
  loginLogo: z.string().nullable(),
  workLogo: z.string().nullable(),
  titleLoginLogo: z.string().nullable(),
  copyright: z.string().nullable(),
  /** What it speaks until somebody chooses; the product's own where it is null. */
  defaultLanguage: z.enum(['zh-CN', 'en-US']).nullable(),
})
export type Deployment = z.infer<typeof deployment>

/** What the first bytes of every page carry, as JSON in `<script id="boot">`. */
export const boot = z.object({
  publicKey: z.string(),
  deployment,
  demo: z.boolean(),
  /** By which other service one may sign in, too; absent where none is configured. */
  oidc: z.object({ label: z.string() }).optional(),
  /** The largest panorama that may be uploaded, in MB. */
  panoramaMaxMb: z.int(),
  /** Where the server listens for devices, MQTT over TCP. */
  mqttPort: z.int(),
  tiles: z.array(z.object({ name: z.string(), url: z.string(), crs: z.enum(['WGS84', 'GCJ02', 'BD09']), attribution: z.string() })),
})
export type Boot = z.infer<typeof boot>

export const tenantCalls = {
  register: defineCall({
    ...registrationCalls.register,
    trail: ['tenant', 'user', 'member', 'role', 'grant', 'area'],
    permission: 'public',
    summary: 'Founds an organisation with its administrator, whose login name is the phone. Fails with error.register.*',
    body: z.object({
      realName: requiredText(REGISTER_NAME_MAX),
      password: encryptedSecret,
      tenantName: requiredText(REGISTER_NAME_MAX),
      phone: text(20).refine(isPhone, 'phone'),
      captcha: requiredText(20),
      captchaKey: requiredText(100),
    }),
    answer: z.literal(true),
  }),
  domain: defineCall({
    method: 'GET',
    path: '/wfpf/v1/{t}/tenant/domain',
    permission: 'public',
    summary: 'The deployment info of the tenant that owns a domain; t is 0 before anyone is known',
    query: z.object({ domainName: text(253).default('') }),
    answer: deployment,
  }),
}
