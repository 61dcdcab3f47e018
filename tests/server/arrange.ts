import { randomBytes, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Insertable, Selectable } from 'kysely'
import type pg from 'pg'
import { circuitTarget, switchSet } from '#contract/devices/verbs'
import type { Database } from '#server/ground/database/schema'
import { hashSecret } from '#server/ground/broker/secret'

/** The password of every user that `aUser` makes. */
export const PASSWORD = 'Furrow2026'
/** The secret of every device that `aDevice` makes. */
export const DEVICE_SECRET = 'furrow-test-secret'

type Row<Table extends keyof Database> = Selectable<Database[Table]>
type Given<Table extends keyof Database> = Partial<Insertable<Database[Table]>>

const unique = () => randomBytes(5).toString('hex')

// The cheapest hash there is: how costly the real one is has tests of its own.
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Builders of rows, past the fence: each inserts one with sensible values for what is not given, and answers it. */
export function arrange(owner: pg.Pool) {
  async function insert<Table extends keyof Database>(table: Table, row: Given<Table>): Promise<Row<Table>> {
    const entries = Object.entries(row).filter(([, value]) => value !== undefined)
    const names = entries.map(([name]) => `"${name}"`).join(', ')
    const places = entries.map((_, at) => `$${at + 1}`).join(', ')
    const answer = await owner.query(
      `insert into furrow.${table} (${names}) values (${places}) returning *`,
      entries.map(([, value]) => value),
    )
    return answer.rows[0] as Row<Table>
  }
  return {
    insert,
    /** The row that has these values, and comes with another. */
    async rowOf<Table extends keyof Database>(table: Table, given: Given<Table>): Promise<Row<Table> | undefined> {
      const entries = Object.entries(given)
      const where = entries.map(([name], at) => `"${name}" = $${at + 1}`).join(' and ')
      const answer = await owner.query(
        `select * from furrow.${table} where ${where}`,
        entries.map(([, value]) => value),
      )
      return answer.rows[0] as Row<Table> | undefined
    },
    aTenant: (given: Given<'tenant'> = {}) => insert('tenant', { name: 'A tenant', num: `T-${unique()}`, ...given }),

    /** With `tenantId` a member of it, and it is the current and default tenant; with `codes` under a role of its own that holds them. */
    async aUser(given: Given<'app_user'> & { tenantId?: number; codes?: readonly string[]; areaIds?: readonly number[] | null } = {}) {
      const { tenantId, codes, areaIds, ...rest } = given
      const user = await insert('app_user', {
        login_name: `user-${unique()}`,
        real_name: 'A User',
        password_hash: await passwordHash,
        current_tenant_id: tenantId ?? null,
        default_tenant_id: tenantId ?? null,
        ...rest,
      })
      if (tenantId != null) await insert('membership', { tenant_id: tenantId, user_id: user.id })
      if (tenantId != null && codes) {
        const role = await insert('role', { tenant_id: tenantId, name: `role-${unique()}`, codes: [...codes] })
        await insert('role_assignment', {
          tenant_id: tenantId,
          user_id: user.id,
          role_id: role.id,
          area_ids: areaIds ? [...areaIds] : null,
        })
      }
      return user
    },

    /** With `userId` assigned to that user, for `areaIds` or (null) every base. */
    async aRole(given: Given<'role'> & { tenant_id: number; userId?: number; areaIds?: readonly number[] | null }) {
      const { userId, areaIds, ...rest } = given
      const role = await insert('role', { name: `role-${unique()}`, codes: ['*'], ...rest })
      if (userId != null) {
        await insert('role_assignment', {
          tenant_id: role.tenant_id,
          user_id: userId,
          role_id: role.id,
          area_ids: areaIds ? [...areaIds] : null,
        })
      }
      return role
    },

    anArea: (given: Given<'area'> & { tenant_id: number }) =>
      insert('area', { area_name: 'A base', area_center: '113.34,22.96', ...given }),

    aLand: (given: Given<'land'> & { tenant_id: number; area_id: number }) =>
      insert('land', { land_name: 'A plot', land_type: 'field', land_measure: 12, ...given }),

    aDevice: (given: Given<'device'> & { tenant_id: number; area_id: number }) =>
      insert('device', {
        device_type: 'gateway',
        name: 'A gateway',
        eui: `eui-${unique()}`,
        secret_hash: hashSecret(DEVICE_SECRET),
        longitude: 113.34,
        latitude: 22.96,
        ...given,
      }),

    anItem: (given: Given<'item'> & { tenant_id: number; device_id: number; area_id: number }) =>
      insert('item', { code: `item-${unique()}`, unit: '°C', ...given }),

    aSwitch: (given: Given<'switch'> & { tenant_id: number; device_id: number; area_id: number }) =>
      insert('switch', { circuit: 1, ...given }),

    /** One that turned circuit 1 on, and was observed; `created_at` is its one time where no other is given. */
    aCommand({
      created_at: at = 1,
      circuit = 1,
      status = 1,
      ...given
    }: Given<'command'> & { tenant_id: number; area_id: number; device_id: number }) {
      return insert('command', {
        id: randomUUID(),
        circuit,
        status,
        verb: switchSet.name,
        args: JSON.stringify({ circuit, status }) as never,
        target: circuitTarget(circuit ?? 1),
        cause: 'user',
        priority: 'manual',
        created_at: at,
        expires_at: at,
        state: 'observed',
        state_at: at,
        ...given,
      })
    },

    aMessage: (given: Given<'user_message'> & { tenant_id: number; user_id: number }) =>
      insert('user_message', {
        subject_key: 'notices:welcome.subject',
        content_key: 'notices:welcome.content',
        created_at: Date.now(),
        ...given,
      }),

    aNotice: (given: Given<'notice'> & { tenant_id: number }) =>
      insert('notice', {
        title: 'A notice',
        body: '<p>What everybody should know</p>',
        published_at: Date.now(),
        published_by: 'An office',
        ...given,
      }),
  }
}
export type Arrange = ReturnType<typeof arrange>
