import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import FirmwareIcon from '@mui/icons-material/SystemUpdateAltOutlined'
import EnableIcon from '@mui/icons-material/PlayCircleOutlined'
import QrIcon from '@mui/icons-material/QrCode2'
import DisableIcon from '@mui/icons-material/StopCircleOutlined'
import TimerIcon from '@mui/icons-material/TimerOutlined'
import TuneIcon from '@mui/icons-material/TuneOutlined'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { gatewayCalls } from '#contract/devices/gateway'
import { LABELS } from '#contract/devices/pages'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import type { BulkAct } from '#src/ui/useBulk.tsx'
import type { Listed } from './cells.tsx'
import { MoveForm } from './MoveForm.tsx'
import { PeriodForm } from './PeriodForm.tsx'
import { removeDevice } from './useDeviceActs.ts'

const refusalOf = (answer: object | CallFailure | 1) => (isFailure(answer) ? reasonOf(answer) : null)

/** What may be done with many devices at once, by who may change, label or delete some of them; the server decides about each. */
export function useBulkActs(
  may: { readonly edit: boolean; readonly label: boolean; readonly delete: boolean },
  reread: () => void,
  /** Opens the form of settings; null where none of the listed types has any. */
  onSettings: ((rows: readonly Listed[]) => void) | null,
  onFirmware: (rows: readonly Listed[]) => void,
): readonly BulkAct<Listed>[] {
  const { t } = useTranslation()
  const each = { titleOf: ({ name, eui }: Listed) => `${name} (${eui})`, after: reread }
  const enabling = (enabledFlag: 0 | 1): BulkAct<Listed> => {
    const word = enabledFlag === 1 ? 'enable' : 'disable'
    return {
      ...each,
      name: word,
      label: t(`devices:bulk.${word}`),
      icon: enabledFlag === 1 ? <EnableIcon /> : <DisableIcon />,
      question: (count) => t(`devices:bulk.${word}Many`, { count }),
      text: t(`devices:bulk.${word}Text`),
      run: async ({ id }) => refusalOf(await call(gatewayCalls.enable, { params: { id }, body: { enabledFlag } }, { quiet: true })),
      done: (count) => t(`devices:bulk.${word}d`, { count }),
    }
  }
  const changing: BulkAct<Listed>[] = [
    {
      ...each,
      name: 'move',
      label: t('devices:bulk.move'),
      icon: <MoveIcon />,
      done: (count) => t('devices:bulk.moved', { count }),
      window: ({ rows, onClose, onRun }) => (
        <MoveForm
          title={t('devices:bulk.moveMany', { count: rows.length })}
          text={t('devices:bulk.moveText')}
          saved={null}
          onClose={onClose}
          onMoved={() => undefined}
          onMove={(to) => {
            onRun(async ({ id }) => refusalOf(await call(gatewayCalls.place, { params: { id }, body: to }, { quiet: true })))
            return Promise.resolve({})
          }}
        />
      ),
    },
    {
      ...each,
      name: 'configure',
      label: t('devices:gateway.configure'),
      icon: <TimerIcon />,
      done: (count) => t('devices:bulk.configured', { count }),
      window: ({ rows, onClose, onRun }) => (
        <PeriodForm
          title={t('devices:period.title')}
          draft="period of many"
          start=""
          text={<Typography variant="body2">{t('devices:bulk.configureMany', { count: rows.length })}</Typography>}
          onClose={onClose}
          onSave={(reportingMinutes) => {
            onRun(async ({ id }) => {
              const answer = await call(gatewayCalls.configure, { params: { id }, body: { reportingMinutes } }, { quiet: true })
              if (isFailure(answer)) return reasonOf(answer)
              return answer.asked ? null : { note: t('devices:period.later') }
            })
            return Promise.resolve({})
          }}
        />
      ),
    },
    ...(onSettings ? [{ name: 'settings', label: t('devices:settings.many.act'), icon: <TuneIcon />, open: onSettings }] : []),
    { name: 'firmware', label: t('devices:firmware.act'), icon: <FirmwareIcon />, open: onFirmware },
    enabling(1),
    enabling(0),
  ]
  const removal: BulkAct<Listed> = {
    ...each,
    name: 'delete',
    label: t('devices:gateway.delete'),
    icon: <DeleteIcon />,
    color: 'error',
    question: (count) => t('crud:bulk.deleteMany', { count }),
    text: t('devices:gateway.deleteText'),
    run: async (device) => refusalOf(await removeDevice(device)),
    done: (count) => t('crud:bulk.deleted', { count }),
  }
  const labels: BulkAct<Listed> = {
    name: 'labels',
    label: t('devices:labels.print'),
    icon: <QrIcon />,
    open: (rows) => void open(`${LABELS}?ids=${rows.map(({ id }) => id).join()}`, '_blank', 'noopener'),
  }
  return [...(may.edit ? changing : []), ...(may.label ? [labels] : []), ...(may.delete ? [removal] : [])]
}
