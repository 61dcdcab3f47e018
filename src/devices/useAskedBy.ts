import { useTranslation } from 'react-i18next'
import type { Command } from '#contract/devices/switch'
import { useSaid } from './useSaid.ts'

/** Who or what asked for a command: a person by name, a flow or timer by its own, or the server and why, with the person in whose course it did. */
export function useAskedBy(): (of: Pick<Command, 'author' | 'cause' | 'causeName'>) => string {
  const { t } = useTranslation()
  const said = useSaid()
  return ({ author, cause, causeName }) => {
    if (cause === 'user') return author ?? t('devices:control.system')
    if (cause === 'meter') return said(causeName) ?? t('devices:cause.meter')
    if (cause === 'interlock') return said(causeName) ?? t('devices:interlock.title')
    const why = t(`devices:cause.${cause}`, { name: causeName ?? '' })
    return author === null ? why : t('devices:cause.inCourseOf', { why, author })
  }
}
