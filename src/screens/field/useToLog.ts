import { useTranslation } from 'react-i18next'
import { farmLogCalls } from '#contract/farm/log'
import { LOG_CREATE } from '#contract/farm/logCodes'
import { keepOperation, operationOf } from '#src/field/act.ts'
import { dropped, type Operation, userOf } from '#src/kept/operation.ts'
import { changeQueue } from '#src/kept/queue.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'

const MOST_TITLE = 60
const MOST_TEXT = 1000
/** What of a body is words of a person. */
const SAID = ['note', 'reason', 'remark', 'description'] as const

/** An entry of the log that says what could not be done otherwise: its words, its pictures and when it was. */
export function entryOf(one: Operation, does: string, reason: string, areaId: number): Readonly<Record<string, unknown>> {
  const body = one.deed.does === 'edit' ? one.deed.fields : one.sending.body
  const said = SAID.flatMap((name) => (typeof body[name] === 'string' && body[name] !== '' ? [body[name]] : []))
  const pictures = [body['pictures'], body['content']].find((value) => Array.isArray(value)) ?? []
  return {
    logType: 'text',
    logTitle: `${does} · ${one.title}`.slice(0, MOST_TITLE),
    description: [...said, reason].join('\n').slice(0, MOST_TEXT),
    content: pictures,
    at: typeof body['at'] === 'number' ? body['at'] : one.writtenAt,
    logLevel: 'warn',
    areaId: typeof body['areaId'] === 'number' ? body['areaId'] : areaId,
    landId: null,
    batchId: null,
  }
}

/** Writes what the server refused into the log of the base, in its place; null where the caller may not, or knows no base. */
export function useToLog(one: Operation, does: string, reason: string): (() => Promise<void>) | null {
  const { t } = useTranslation()
  const { area } = useArea()
  const mayWrite = usePermission(LOG_CREATE) === true
  if (!mayWrite || area === null) return null
  return async () => {
    const because = reason === '' ? '' : t('field:queue.refused', { reason })
    const entry = operationOf({
      kind: 'farmLog',
      record: null,
      idName: 'id',
      title: one.title,
      declaration: farmLogCalls.write,
      body: entryOf(one, does, because, area.areaId),
      deed: { does: 'create' },
    })
    // First the entry, then what it stands for: its pictures are kept by the one that names them.
    await keepOperation(entry)
    await changeQueue(userOf(one), (queue) => dropped(queue, one.id))
  }
}
