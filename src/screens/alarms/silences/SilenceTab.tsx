import StopIcon from '@mui/icons-material/StopCircleOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALARM_RULES_EDIT } from '#contract/alarms/permission'
import { type AlarmSilence, alarmSilenceCalls } from '#contract/alarms/silence'
import { call } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import type { Column, RowAction } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { momentText } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'
import { useDeviceNames } from '#src/watch/pick/useDeviceNames.ts'
import { SilenceForm } from './SilenceForm.tsx'

const PACE_MS = 10_000
/** Names that stand in a row; the rest are counted. */
const NAMED = 3
const minuteText = (at: number) => momentText(at).slice(0, -3)

/** The times in which work is planned: what is raised then is listed and told to nobody. */
export function SilenceTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { settle } = useSettle([alarmSilenceCalls.page])
  const now = useNow(PACE_MS)
  const mayEdit = usePermission(ALARM_RULES_EDIT) === true
  const [adding, setAdding] = useState(false)
  const list = useCallList(alarmSilenceCalls.page, {
    name: 'alarmSilences',
    label: t('alarms:tab.silences'),
    lead: t('alarms:silence.lead'),
    asks: () => ({ areaId }),
    failed: t('alarms:silence.failed'),
    none: { title: t('alarms:silence.none') },
  })
  const rows = list.query.data?.content
  const nameOf = useDeviceNames([...new Set(rows?.flatMap(({ deviceIds }) => deviceIds?.slice(0, NAMED) ?? []))])
  const standing = ({ startsAt, endsAt }: AlarmSilence) => (endsAt <= now ? 'over' : startsAt > now ? 'planned' : 'on')
  const whatOf = ({ deviceIds }: AlarmSilence) => {
    if (deviceIds === null) return t('alarms:silence.base')
    const names = deviceIds.slice(0, NAMED).map(nameOf).join(t('alarms:say.comma'))
    return deviceIds.length > NAMED ? t('alarms:silence.more', { names, count: deviceIds.length - NAMED }) : names
  }
  const end = async (row: AlarmSilence) => {
    const question = { title: t('alarms:silence.endTitle'), text: t('alarms:silence.endText', { reason: row.reason }) }
    if (!(await confirm({ ...question, confirm: t('alarms:silence.end') }))) return
    settle(await call(alarmSilenceCalls.end, { params: { id: row.id } }, { quiet: true }), t('alarms:silence.ended'))
  }
  const columns: Column<AlarmSilence>[] = [
    {
      name: 'reason',
      label: t('alarms:silence.reason'),
      width: 180,
      grow: true,
      cell: (row) => <NameCell name={row.reason} below={`${whatOf(row)} · ${minuteText(row.startsAt)} – ${minuteText(row.endsAt)}`} />,
    },
    { name: 'state', label: t('alarms:column.state'), width: 110, cell: (row) => t(`alarms:silence.state.${standing(row)}`) },
    { name: 'what', label: t('alarms:silence.what'), width: 200, grow: true, hidden: 'narrow', cell: whatOf },
    { name: 'startsAt', label: t('alarms:silence.startsAt'), width: 150, hidden: 'narrow', cell: ({ startsAt }) => minuteText(startsAt) },
    { name: 'endsAt', label: t('alarms:silence.endsAt'), width: 150, hidden: 'narrow', cell: ({ endsAt }) => minuteText(endsAt) },
    { name: 'by', label: t('alarms:silence.by'), width: 110, hidden: 'middling', cell: ({ by }) => by ?? t('crud:none') },
  ]
  const actions: RowAction<AlarmSilence>[] = [
    {
      name: 'end',
      label: t('alarms:silence.end'),
      icon: <StopIcon />,
      may: mayEdit,
      run: (row) => void end(row),
      shown: (row) => standing(row) !== 'over',
    },
  ]
  const button = mayEdit && <AddButton onClick={() => setAdding(true)}>{t('alarms:silence.add')}</AddButton>
  return (
    <>
      <CallList {...list} buttons={button} columns={columns} actions={actions} />
      {adding && (
        <SilenceForm
          areaId={areaId}
          onClose={() => setAdding(false)}
          onSaved={() => {
            setAdding(false)
            void list.query.refetch()
          }}
        />
      )}
    </>
  )
}
