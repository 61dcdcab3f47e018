import { expect, test } from 'vitest'
import { z } from 'zod'
import type { FieldKind } from '#contract/core/field'
import { registry } from '#server/areas'
import { columnOf } from '#server/ground/crud/rows'
import type { Input, Rows } from './callCase.ts'
import { type NamedCall, optionalQuery, table, unlucky, where } from './callTable.ts'
import { inWorld, rowsFor, standingRows, world } from './callWorld.ts'

inWorld()

const isText = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? isText(schema.unwrap() as z.ZodType)
    : schema instanceof z.ZodString && schema.format === null
const textsAskedBy = ({ query }: NamedCall) =>
  query instanceof z.ZodObject
    ? Object.entries(query.shape as Record<string, z.ZodType>).flatMap(([name, schema]) => (isText(schema) ? name : []))
    : []

/** Texts of a query that are no search: lists of ids and codes, a word of a few, a rule, a place in a list, who signs in. */
const NO_SEARCH =
  /\.(ids|itemIds|items|deviceTypes|deviceType|organizationType|subModule|verb|cursor|after|cron|tag|repeatRule|\w+TypeCode|\w+CategoryCode|username|domainName)$/
/** A sheet holds what its list does. */
const searches = where(({ method, produces, name }) => method === 'GET' && produces == null && unlucky[name] == null).flatMap(([, call]) =>
  textsAskedBy(call)
    .map((param) => ({ call, param, name: `${call.name}.${param}` }))
    .filter(({ name }) => !NO_SEARCH.test(name)),
)

/** What a call lists that is narrowed by what is given, and by what it must be given. */
async function listed(call: NamedCall, given: NonNullable<Input['query']>): Promise<unknown[]> {
  const { query = {}, ...input } = table[call.name]![1](await rowsFor(call))
  const needed = Object.fromEntries(Object.entries(query).filter(([name]) => !optionalQuery(call).includes(name)))
  const { status, body } = await world.admin.call(call, {
    ...input,
    query: { ...needed, ...given },
    params: { t: world.tenantId, ...input.params },
  })
  expect({ call: call.name, status, failure: status === 200 ? null : body }).toEqual({ call: call.name, status: 200, failure: null })
  return Array.isArray(body) ? body : (body as { content: unknown[] }).content
}

/** The texts in an answer that can be written in other forms, those of a field of this name first. */
function textsIn(answer: unknown, field: string): string[] {
  const [own, others] = [new Set<string>(), new Set<string>()]
  const walk = (value: unknown, name: string) => {
    if (typeof value === 'string') (name === field ? own : others).add(value)
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? name : key)
  }
  walk(answer, '')
  // A word alone may be a code that the product knows.
  const named = [...others].toSorted((one, other) => Number(/[ \d]/.test(other)) - Number(/[ \d]/.test(one)))
  return [...own, ...named].filter((text) => /^[ -~]{3,50}$/.test(text) && /[A-Za-z0-9]{2}/.test(text))
}

/** Past every rule of a row that another column has a part in; what cannot be written stays. */
const SQL = `
  create function furrow.rewrite(stands text[], becomes text[]) returns void language plpgsql set session_replication_role = replica as $$
  declare one record;
  begin
    for one in select table_name as t, column_name as c from information_schema.columns
      where table_schema = 'furrow' and data_type = 'text' and is_generated = 'NEVER' loop
      begin
        execute format('update furrow.%1$I set %2$I = $2[array_position($1, %2$I)] where %2$I = any($1)', one.t, one.c) using stands, becomes;
      exception when others then null;
      end;
    end loop;
  end $$;
  create function furrow.fill(t text, c text) returns void language plpgsql set session_replication_role = replica as $$
  declare one record;
  begin
    for one in execute format('select id from furrow.%I where coalesce(length(%I), 0) = 0', t, c) loop
      begin
        execute format('update furrow.%I set %I = $1 where id = $2', t, c) using c || ' ' || one.id, one.id;
      exception when others then null;
      end;
    end loop;
  end $$`
/** Writes something into each text that a list is narrowed by and that the standing rows leave empty. */
async function fillTexts() {
  const isWritten = (of: { kind: FieldKind } | undefined) => of?.kind === 'text' || of?.kind === 'longText'
  for (const rules of Object.values(registry))
    for (const field of rules.of.filterable.filter((name) => isWritten(rules.of.fields[name])))
      await world.server.owner.query('select furrow.fill($1, $2)', [rules.table, columnOf(rules, field)])
}

const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000')
const pierced = (text: string) => `${text[0]}\u200b${text.slice(1)}`
/** How a name stands in the database, and how it is asked for then. */
type Form = (word: string) => { stands: string; asked: string[] }
const WRITTEN: readonly Form[] = [
  (word) => ({ stands: `${wide(word)}\u3000\u00e9`, asked: [`${word} e\u0301`, ` ${pierced(word.toUpperCase())} \u00c9\u3000`] }),
  (word) => ({ stands: ` ${pierced(word)} e\u0301 `, asked: [`${word} \u00e9`, `${wide(word)}\u3000\u00e9`] }),
]
/** What has no blank may be a code of a fixed shape, and stands as it is. */
const asItIs: Form = (word) => ({ stands: word, asked: [wide(word), `\u3000${pierced(word.toUpperCase())}`] })
const FORMS = WRITTEN.map(
  (form): Form =>
    (word) =>
      word.includes(' ') ? form(word) : asItIs(word),
)

/** Rows that the standing ones lack: a version that a device runs, a task of the administrator's own, goods that lie there and go off. */
async function addRows({ gatewayId, tenantId, userId }: Rows) {
  const { owner } = world.server
  await world.build.insert('device_firmware', { tenant_id: tenantId, device_id: gatewayId, version: 'build 2.4.1', since: 1, said_at: 1 })
  await owner.query(
    'update furrow.worker set user_id = $1 where id = (select leader_id from furrow.task where tenant_id = $2 and leader_id is not null limit 1)',
    [userId, tenantId],
  )
  await owner.query(`
    set session_replication_role = replica;
    update furrow.stock_entry set effective_at = ${Date.UTC(2026, 0, 15)};
    update furrow.stock_lot set expires_on = '2026-11-30';
    update furrow.stock_lot_balance set on_hand = 1;
    insert into furrow.stock_balance (tenant_id, product_id, store_id, on_hand) select tenant_id, product_id, store_id, 1 from furrow.stock_entry
      union select b.tenant_id, product_id, store_id, 1 from furrow.stock_lot_balance b join furrow.stock_lot l on l.id = b.lot_id on conflict do nothing;
    set session_replication_role = default`)
}

test('what stands in one form is found by every other, by every call that searches', async () => {
  const { owner } = world.server
  await addRows(await standingRows(world.tenantId, world.adminId))
  await owner.query(SQL)
  await fillTexts()

  const words = new Map<string, string>()
  const nothing = new Map<string, string>()
  for (const { name, call, param } of searches) {
    const found = async (text: string) => JSON.stringify(await listed(call, { [param]: text }))
    nothing.set(name, await found('zqxzqx'))
    for (const text of new Set([...textsIn(await listed(call, {}), param), ...words.values()]))
      if ((await found(text)) !== nothing.get(name)) {
        words.set(name, text)
        break
      }
  }
  // Each is shown on a row that it finds.
  expect(searches.flatMap(({ name }) => (words.has(name) ? [] : name))).toEqual([])

  const missing: string[] = []
  const distinct = [...new Set(words.values())]
  let standing = distinct
  for (const form of FORMS) {
    const become = distinct.map((word) => form(word).stands)
    await owner.query('select furrow.rewrite($1, $2)', [standing, become])
    standing = become
    for (const { name, call, param } of searches)
      for (const text of form(words.get(name)!).asked)
        if (JSON.stringify(await listed(call, { [param]: text })) === nothing.get(name)) missing.push(`${name} ${JSON.stringify(text)}`)
  }
  expect(missing).toEqual([])
}, 300_000)
