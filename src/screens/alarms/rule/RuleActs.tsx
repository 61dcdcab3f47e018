import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'
import type { AlarmRule } from '#contract/alarms/rule'
import { useRuleActs } from '../rules/useRuleActs.ts'

/** Switches a rule on or off as it is kept, and deletes it. */
export function RuleActs({ of, onGone }: { of: AlarmRule; onGone: () => void }) {
  const { t } = useTranslation()
  const acts = useRuleActs()
  return (
    <>
      <FormControlLabel
        control={<Switch checked={of.enabledFlag === 1} onChange={(_, on) => void acts.enable(of, on)} />}
        label={t('alarms:rule.watching')}
      />
      <Button color="error" startIcon={<DeleteIcon />} onClick={() => void acts.remove(of).then((gone) => gone && onGone())}>
        {t('crud:delete')}
      </Button>
    </>
  )
}
