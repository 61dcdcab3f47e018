import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import PlayIcon from '@mui/icons-material/PlayArrowOutlined'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import type { Flow } from '#contract/flows/flow'
import { useFlowActs } from '../useFlowActs.tsx'

/** Enables and starts a flow as it is kept, shows its versions, deletes it. */
export function FlowActs({
  of,
  dirty,
  mayEdit,
  mayRun,
  onVersions,
  onGone,
}: {
  of: Flow
  /** What is written is not saved yet: what would be enabled is something else. */
  dirty: boolean
  mayEdit: boolean
  mayRun: boolean
  onVersions: () => void
  onGone: () => void
}) {
  const { t } = useTranslation()
  const acts = useFlowActs()
  const isOn = of.enabledFlag === 1
  const hint = dirty
    ? t('flows:editor.saveFirst')
    : !isOn && of.open.length > 0
      ? t('flows:editor.openFirst', { count: of.open.length })
      : ''
  return (
    <>
      {mayRun && (
        <Tooltip describeChild title={hint}>
          <FormControlLabel
            control={<Switch checked={isOn} disabled={!isOn && hint !== ''} onChange={(_, on) => void acts.enable(of, on)} />}
            label={t('flows:editor.on')}
          />
        </Tooltip>
      )}
      {mayRun && (
        <Button
          startIcon={<PlayIcon />}
          disabled={!isOn}
          {...(isOn ? {} : { title: t('flows:editor.runOff') })}
          onClick={() => void acts.run(of)}
        >
          {t('flows:flow.act.run')}
        </Button>
      )}
      <Button startIcon={<HistoryIcon />} onClick={onVersions}>
        {t('flows:editor.versions.title')}
      </Button>
      {mayEdit && !isOn && (
        <Button color="error" startIcon={<DeleteIcon />} onClick={() => void acts.remove(of).then((gone) => gone && onGone())}>
          {t('crud:delete')}
        </Button>
      )}
    </>
  )
}
