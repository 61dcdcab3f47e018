import type { Trigger } from '#contract/flows/definition'
import type { WatchLogic } from '#contract/watch/logic'
import { clockText, describeCondition, describeHeld, hoursText, WEEKDAYS, weekdayText } from '#src/alarms/describeCondition.ts'
import type { FlowWords } from './flowWords.ts'

/** So many names are said; of more it is said how many. */
const SAID = 3

/** Names as a list; of many the first ones. */
export function listText(names: readonly string[], { t }: Pick<FlowWords, 't'>): string {
  const said = names.slice(0, SAID).join(t('alarms:say.comma'))
  return names.length > SAID ? t('flows:say.more', { names: said, count: names.length - SAID }) : said
}

function daysText(days: readonly number[], { t, language }: FlowWords): string {
  if (days.length === WEEKDAYS.length) return t('flows:say.everyDay')
  const names = days.toSorted((one, other) => one - other).map((day) => weekdayText(day, language))
  return t('flows:say.onDays', { days: names.join(t('alarms:say.comma')) })
}

function scopeText({ types, deviceIds, landIds }: WatchLogic['scope'], words: FlowWords): string {
  const { t, names } = words
  const parts = [
    ...(deviceIds ? [listText(deviceIds.map(names.device), words)] : []),
    ...(types
      ? [
          t('flows:say.types', {
            names: listText(
              types.map((type) => t(`devices:type.${type}`)),
              words,
            ),
          }),
        ]
      : []),
    ...(landIds ? [t('flows:say.plots', { names: listText(landIds.map(names.plot), words) })] : []),
  ]
  return parts.length === 0 ? t('flows:say.allDevices') : parts.join(t('alarms:say.comma'))
}

function watchText({ scope, when, holdSeconds, clear, noData, during }: WatchLogic, words: FlowWords): string {
  const { t } = words
  return [
    t('flows:say.watch', { where: scopeText(scope, words), what: describeHeld(when, holdSeconds, words) }),
    clear === null ? '' : t('flows:say.watchClear', { what: describeCondition(clear, words) }),
    during === null ? '' : t('flows:say.watchDuring', { hours: hoursText(during, words) }),
    noData === 'raise' ? t('flows:say.watchUnknown') : '',
  ].join('')
}

/** What starts a flow, as a sentence. */
export function describeTrigger(trigger: Trigger, words: FlowWords): string {
  const { t, names } = words
  const madeUp = 'missed' in trigger && trigger.missed === 'run' ? t('flows:say.missed') : ''
  switch (trigger.kind) {
    case 'time':
      return t('flows:say.time', { at: clockText(trigger.minute), days: daysText(trigger.days, words) }) + madeUp
    case 'cron':
      return t('flows:say.cron', { cron: trigger.cron }) + madeUp
    case 'sun': {
      const days = daysText(trigger.days, words)
      const said =
        trigger.shift === 0
          ? t(`flows:say.sun.${trigger.at}`, { days })
          : t(`flows:say.sun.${trigger.at}${trigger.shift > 0 ? 'Later' : 'Earlier'}`, { days, count: Math.abs(trigger.shift) })
      return said + madeUp
    }
    case 'watch':
      return watchText(trigger.logic, words)
    case 'alarm':
      return trigger.ruleId === null
        ? t('flows:say.alarm', { severity: t(`alarms:severity.${trigger.severity}`) })
        : t('flows:say.alarmRule', { name: names.rule(trigger.ruleId) })
    case 'flow':
      return t(`flows:say.flow.${trigger.on}`, { name: trigger.flowId === null ? t('flows:say.none') : names.flow(trigger.flowId) })
  }
}
