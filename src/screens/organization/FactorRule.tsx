import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'
import { CORPORATION_EDIT } from '#contract/organization/corporation'
import { factorRuleCalls } from '#contract/organization/factorRule'
import { useCall, useCallMutation } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'

/** Whether the enterprise demands a second factor of everybody. It acts at once, and so is no field of the form beside it. */
export function FactorRule() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayEdit = usePermission(CORPORATION_EDIT) === true
  const rule = useCall(factorRuleCalls.get, {}, { staleTime: 0 })
  const set = useCallMutation(factorRuleCalls.set, {
    onSuccess: async ({ demanded }) => {
      toast('success', t(demanded ? 'organization:factor.demanded' : 'organization:factor.released'))
      await rule.refetch()
    },
  })
  const turn = async (demanded: boolean) => {
    const asked = {
      title: t('organization:factor.askTitle'),
      text: t('organization:factor.askText'),
      confirm: t('organization:factor.askYes'),
    }
    if (!demanded || (await confirm(asked))) set.mutate({ body: { demanded } })
  }
  return (
    <Section title={t('organization:factor.title')}>
      <QueryGate compact title={t('organization:factor.failed')} query={rule} waiting={<SkeletonList rows={1} />}>
        {(given) => (
          <>
            <FormControlLabel
              control={<Switch checked={given.demanded} />}
              disabled={!mayEdit || set.isPending}
              onChange={(_, demanded) => void turn(demanded)}
              label={t('organization:factor.demand')}
            />
            <SecondaryText>{t('organization:factor.demandText')}</SecondaryText>
          </>
        )}
      </QueryGate>
    </Section>
  )
}
