import { useTranslation } from 'react-i18next'
import { farmLogCalls, logNote, type LogRow } from '#contract/farm/log'
import { call } from '#src/api/call.ts'
import type { WorkedBase } from '#src/crud/InBase.tsx'
import type { Option } from '#src/crud/option.ts'
import { doOrKeep } from '#src/field/act.ts'
import { KeepsFiles } from '#src/files/keepsFiles.ts'
import { BookForm } from '../BookForm.tsx'
import { OneInBase } from '../tasks/withinBase.tsx'

const LAYOUT = [['logTitle'], ['at', 'logLevel'], ['areaId', 'landId'], ['batchId'], ['description'], ['content']] as const
const named = (value: number | null, label: string | null): readonly Option[] => (value === null ? [] : [{ value, label: label ?? '' }])

/** Writes an entry of the base that is worked in, or changes one. */
export function NoteForm(props: { area: WorkedBase; row: LogRow | null; at: number; onClose: () => void; onSaved: () => void }) {
  const { area, row, at, onClose, onSaved } = props
  const { t } = useTranslation()
  const initial = row && {
    id: Number(row.id),
    logTitle: row.title,
    at: row.at,
    logLevel: row.level,
    areaId: row.areaId,
    landId: row.landId,
    batchId: row.batchId,
    content: row.pictures,
    description: row.text,
  }
  return (
    <KeepsFiles value={row === null}>
      <BookForm
        of={logNote}
        row={initial}
        initial={{ areaId: area.areaId, at }}
        title={t(row ? 'farm:log.edit' : 'farm:log.add')}
        saved={t('farm:log.saved')}
        layout={LAYOUT}
        options={{
          areaId: row ? named(row.areaId, row.areaName) : named(area.areaId, area.areaName),
          landId: named(row?.landId ?? null, row?.landName ?? null),
          batchId: named(row?.batchId ?? null, row?.batchName ?? null),
        }}
        inputs={{ landId: OneInBase, batchId: OneInBase }}
        save={(values) =>
          row
            ? call(
                farmLogCalls.edit,
                { body: { ...(values as object), id: Number(row.id), objectVersionNumber: row.objectVersionNumber! } as never },
                { quiet: true },
              ).then((answer) => (answer === 1 ? {} : answer))
            : doOrKeep({
                kind: 'farmLog',
                record: null,
                idName: 'id',
                title: String((values as { logTitle?: unknown }).logTitle),
                declaration: farmLogCalls.write,
                body: { ...(values as object), logType: 'text' },
                deed: { does: 'create' },
                moments: ['at'],
              })
        }
        onClose={onClose}
        onSaved={onSaved}
      />
    </KeepsFiles>
  )
}
