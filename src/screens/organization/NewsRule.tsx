import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { informationPath } from '#contract/news/informationPath'
import { CORPORATION_EDIT } from '#contract/organization/corporation'
import { useCall, useCallMutation } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'

/** Whether everybody reads the articles of the enterprise. It acts at once, and so is no field of the form beside it. */
export function NewsRule() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const mayEdit = usePermission(CORPORATION_EDIT) === true
  const rule = useCall(tenantSettingCalls.consult, {}, { staleTime: 0 })
  const set = useCallMutation(tenantSettingCalls.setConsult, {
    onSuccess: async ({ consultFlag }) => {
      toast('success', t(consultFlag === 1 ? 'organization:newsRule.opened' : 'organization:newsRule.closed'))
      await rule.refetch()
    },
  })
  const isOn = rule.data?.consultFlag === 1
  return (
    <Section title={t('organization:newsRule.title')}>
      <QueryGate compact title={t('organization:newsRule.failed')} query={rule} waiting={<SkeletonList rows={1} />}>
        {() => (
          <>
            <FormControlLabel
              control={<Switch checked={isOn} />}
              disabled={!mayEdit || set.isPending}
              onChange={(_, on) => set.mutate({ body: { consultFlag: on ? 1 : 0 } })}
              label={t('organization:newsRule.publish')}
            />
            <SecondaryText>{t('organization:newsRule.text')}</SecondaryText>
            {isOn && tenantId !== null && (
              <Link href={informationPath({ tenantId })} target="_blank" rel="noopener" sx={{ alignSelf: 'flex-start' }}>
                {t('organization:newsRule.open')}
              </Link>
            )}
          </>
        )}
      </QueryGate>
    </Section>
  )
}
