import { useTranslation } from 'react-i18next'

/** A running time in seconds as a person says it: whole hours, else minutes, else seconds. */
export function useRunWords(): (seconds: number) => string {
  const { t } = useTranslation()
  return (seconds) =>
    seconds % 3600 === 0
      ? t('devices:run.hours', { count: seconds / 3600 })
      : seconds >= 60
        ? t('devices:run.minutes', { count: Number((seconds / 60).toFixed(1)) })
        : t('devices:run.seconds', { count: seconds })
}
