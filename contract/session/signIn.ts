/*
 * The facts of signing in that need no schema: the sign-in page reads them without carrying a validator with it.
 * `oauth.ts` declares the whole calls from them.
 */

/** The one client of the console (1§7.1). */
export const CLIENT_ID = 'furrow-web'
export const CLIENT_SECRET = 'furrow-web'

export const signInCalls = {
  token: { method: 'POST', path: '/oauth/oauth/token', encoding: 'form' },
  userParams: { method: 'GET', path: '/oauth/login/user-params', encoding: 'json' },
  captchaCode: { method: 'GET', path: '/oauth/public/captcha-code', encoding: 'json' },
  captchaImage: { method: 'GET', path: '/oauth/public/captcha/{key}', encoding: 'json' },
  oidcStart: { method: 'POST', path: '/oauth/public/oidc/start', encoding: 'json' },
  oidcLink: { method: 'PUT', path: '/iam/stong/v1/users/oidc', encoding: 'json' },
  self: { method: 'GET', path: '/iam/stong/v1/users/self', encoding: 'json' },
} as const
