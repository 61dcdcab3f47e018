import { expect, test } from 'vitest'
import { netFault, saysLocked } from '#server/cameras/drivers/netFault'

const failure = (code: string) => Object.assign(new Error('no'), { code })

test.each([
  ['EHOSTUNREACH', false, 'noRoute'],
  ['ENETUNREACH', true, 'noRoute'],
  ['ECONNREFUSED', false, 'unreachable'],
  ['ECONNREFUSED', true, 'unreachable'],
  ['ECONNRESET', false, 'unreachable'],
  ['ECONNRESET', true, 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', false, 'tls'],
  ['EPROTO', false, 'tls'],
  ['', false, 'unreachable'],
] as const)('%s, in the greeting of TLS: %s, is %s', (code, inGreeting, fault) => {
  expect(netFault(failure(code), inGreeting)).toBe(fault)
})

test('an account that is locked is told from one that is not, and from other words', () => {
  for (const text of [
    'The account is locked',
    'UserLocked',
    '<lockStatus>lock</lockStatus>',
    '"lockStatus":"lock"',
    'Locked out',
    'Too many attempts',
  ])
    expect([text, saysLocked(401, text)]).toEqual([text, true])
  for (const text of ['<lockStatus>unlock</lockStatus>', 'unlocked', 'The clock is wrong', 'blocked by a firewall', 'not authorized', ''])
    expect([text, saysLocked(401, text)]).toEqual([text, false])
  expect([423, 429, 401].map((status) => saysLocked(status, ''))).toEqual([true, true, false])
})
