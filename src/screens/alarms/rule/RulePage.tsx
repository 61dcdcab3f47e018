import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { rulePath } from '#contract/alarms/pages'
import { ALARM_RULES_EDIT } from '#contract/alarms/permission'
import { type AlarmRule, alarmRuleCalls } from '#contract/alarms/rule'
import { useCall } from '#src/api/useCall.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { useTried } from '#src/alarms/tried/useTried.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useSaysBaseOf } from '#src/session/useSaysBaseOf.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { RULES } from '../tabs.ts'
import { RuleActs } from './RuleActs.tsx'
import { draftOfRule, whatOf } from './ruleDraft.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleRead } from './RuleRead.tsx'
import { RuleStanding } from './RuleStanding.tsx'

const NEW = 'new'
const whatIs = (rule: AlarmRule) => whatOf(draftOfRule(rule))

/** An alarm rule of its own page, or a new one. */
export default function RulePage() {
  const given = useParams().id ?? ''
  if (given === NEW) return <NewRule />
  return /^[1-9]\d{0,14}$/.test(given) ? <OldRule key={given} id={Number(given)} /> : <NotFoundPage />
}

function NewRule() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { area, status, retry } = useArea()
  const { tried, setTried, saved } = useTried()
  const mayEdit = usePermission(ALARM_RULES_EDIT)
  if (status === 'loading' || mayEdit === undefined) return <SkeletonPage />
  return (
    <Page title={t('alarms:rule.new')} lead={area?.areaName}>
      {!mayEdit ? (
        <EmptyState variant="pageNoPower" />
      ) : status === 'failed' ? (
        <ErrorState onRetry={retry} />
      ) : area === null ? (
        <EmptyState variant="noData" title={t('frame:area.none')} />
      ) : (
        <RuleForm
          key={area.areaId}
          of={null}
          areaId={area.areaId}
          newer={false}
          tried={tried}
          onTried={setTried}
          onDirty={() => undefined}
          onSaved={(rule) => void navigate(rulePath(rule.id), { replace: true, state: saved(whatIs(rule), rule.version) })}
          onReload={() => undefined}
          onCancel={() => void navigate(RULES, { replace: true })}
        />
      )}
    </Page>
  )
}

function OldRule({ id }: { id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayEdit = usePermission(ALARM_RULES_EDIT)
  const query = useCall(alarmRuleCalls.get, { params: { id } }, { staleTime: 0 })
  const [opened, open] = useState<AlarmRule | null>(null)
  const [dirty, setDirty] = useState(false)
  const { tried, setTried, saved } = useTried()
  const newest = query.data
  useSaysBaseOf(newest?.areaId)
  const title = t('alarms:rule.title')
  // Nothing was typed: what the server holds now is simply shown.
  if (newest && newest !== opened && (opened === null || !dirty || newest.objectVersionNumber === opened.objectVersionNumber)) open(newest)
  if (!opened || mayEdit === undefined)
    return query.isError ? (
      <Page title={title}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    ) : (
      <SkeletonPage />
    )
  const shown = newest ?? opened
  return (
    <Page
      title={opened.name}
      windowTitle={`${opened.name} · ${title}`}
      lead={<RuleStanding of={shown} />}
      actions={mayEdit && <RuleActs of={shown} onGone={() => void navigate(RULES, { replace: true })} />}
    >
      {mayEdit ? (
        <RuleForm
          key={opened.objectVersionNumber}
          of={opened}
          areaId={opened.areaId}
          newer={newest !== undefined && newest.objectVersionNumber !== opened.objectVersionNumber}
          tried={tried}
          onTried={setTried}
          onDirty={setDirty}
          onSaved={(rule) => {
            saved(whatIs(rule), rule.version)
            open(rule)
          }}
          onReload={() => void query.refetch().then(({ data }) => data && open(data))}
          onCancel={() => void navigate(RULES, { replace: true })}
        />
      ) : (
        <RuleRead of={opened} />
      )}
    </Page>
  )
}
