import { useTranslation } from 'react-i18next'
import { rulePath } from '#contract/alarms/pages'
import { ALARM_RULES_EDIT } from '#contract/alarms/permission'
import { type AlarmRule, alarmRuleCalls } from '#contract/alarms/rule'
import { WrittenPage } from '#src/watch/WrittenPage.tsx'
import { RULES } from '../tabs.ts'
import { RuleActs } from './RuleActs.tsx'
import { draftOfRule, whatOf } from './ruleDraft.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleRead } from './RuleRead.tsx'
import { RuleStanding } from './RuleStanding.tsx'

/** An alarm rule of its own page, or a new one. */
export default function RulePage() {
  const { t } = useTranslation()
  return (
    <WrittenPage<AlarmRule>
      words={{ title: t('alarms:rule.title'), new: t('alarms:rule.new') }}
      edit={ALARM_RULES_EDIT}
      get={alarmRuleCalls.get}
      pathOf={rulePath}
      list={RULES}
      whatOf={(rule) => whatOf(draftOfRule(rule))}
      lead={(rule) => <RuleStanding of={rule} />}
      actions={(rule, { mayEdit, toList }) => mayEdit && <RuleActs of={rule} onGone={toList} />}
    >
      {(writing) => (writing.of && !writing.mayEdit ? <RuleRead of={writing.of} /> : <RuleForm writing={writing} />)}
    </WrittenPage>
  )
}
