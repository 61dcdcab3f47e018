import { defineRoute } from '../core/route.ts'

/** Signing in, and the account of who has. */
export const pages = [
  defineRoute('/', { area: 'session', permission: 'public', title: 'session:login.title' }),
  defineRoute('/register', { area: 'session', permission: 'public', title: 'session:register.title' }),
  defineRoute('/forgetPassword', { area: 'session', permission: 'public', title: 'session:forgot.title' }),
  defineRoute('/setPassword', { area: 'session', permission: 'public', title: 'session:entry.title' }),
  defineRoute('/web/user', { area: 'account', module: 'farm', permission: 'login', title: 'account:title' }),
  defineRoute('/login', { area: 'session', permission: 'public', title: 'session:login.title' }),
] as const
