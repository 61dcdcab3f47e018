import { useQueryClient } from '@tanstack/react-query'
import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { area, AREA_NUM, areaCalls } from '#contract/farm/area'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { PlaceInput } from '#src/map/GeoInput.tsx'
import { useFormDraft } from '#src/session/useFormDraft.ts'
import { useSession } from '#src/session/session.ts'
import { useForgetNovice } from '#src/session/useNovice.ts'
import { HOME_PATH } from '#src/session/wayBack.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

/** NOVICE-04. */
const NAME_MAX = 60

/** Figures are typed one after the other: until both are numbers there is no place yet. */
type Place = { longitude: unknown; latitude: unknown } | null
interface Typed {
  areaName: string
  areaNum: string
  latlng: Place
}

const placeRule = area.create.shape.latlng

/** Asks a new tenant for its first base, makes it, and goes on to the live page (NOVICE-03, -06). */
export function NoviceGuide() {
  const queryClient = useQueryClient()
  const forgetNovice = useForgetNovice()
  const { t } = useTranslation()
  const { tenantId, self } = useSession()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm<Typed>({ defaultValues: { areaName: '', areaNum: '', latlng: null }, mode: 'onTouched' })
  const {
    control,
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = form
  const { brought, undo, settle, drop } = useFormDraft(form, 'first base')
  const tenant = self?.tenants.find((one) => one.tenantId === tenantId)

  async function make({ areaName, areaNum, latlng }: Typed): Promise<void> {
    setRefused(null)
    settle()
    const made = await call(
      areaCalls.create,
      {
        params: { t: tenantId },
        body: {
          areaName: areaName.trim(),
          areaNum: areaNum.trim() === '' ? null : areaNum.trim(),
          organizationType: 'area',
          parentId: 0,
          areaUsage: 'plant',
          defaultFlag: 1,
          latlng: placeRule.parse(latlng),
        },
      },
      { quiet: true },
    )
    if (isFailure(made)) {
      for (const name of ['areaName', 'areaNum', 'latlng'] as const)
        if (made.fields?.[name] != null) setError(name, { message: made.fields[name] })
      setRefused(reasonOf(made))
      return
    }
    drop()
    const unlocked = await call(tenantSettingCalls.noviceUnlock, { params: { t: tenantId } }, { quiet: true })
    // The base is there either way: a mark that could not be read again is not led back to.
    if (isFailure(unlocked) || !unlocked.novice) forgetNovice(tenantId)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeyOf(areaCalls.default) }),
      queryClient.invalidateQueries({ queryKey: queryKeyOf(areaCalls.page) }),
    ])
    toast('success', t('home:guide.done', { name: areaName.trim() }))
    await navigate(HOME_PATH, { replace: true })
  }

  return (
    <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', p: { xs: 2, sm: 4 } }}>
      <Card
        component="form"
        noValidate
        onSubmit={(event) => void handleSubmit(make)(event)}
        sx={{ width: 1, maxWidth: 520, p: { xs: 2.5, sm: 4 } }}
      >
        <Stack sx={{ gap: 2.5 }}>
          <Stack sx={{ gap: 1 }}>
            <AgricultureOutlined aria-hidden color="primary" sx={{ fontSize: 44 }} />
            <Typography variant="h1">{t('home:guide.title')}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('home:guide.text', { tenant: tenant?.tenantName ?? '' })}</Typography>
          </Stack>
          <DraftNote shown={brought} onDrop={undo} />
          {refused != null && <Alert severity="error">{refused}</Alert>}
          <TextField
            label={t('home:guide.name')}
            required
            autoComplete="off"
            disabled={isSubmitting}
            error={errors.areaName != null}
            helperText={errors.areaName?.message ?? ' '}
            {...register('areaName', {
              validate: (value) =>
                value.trim() === '' ? t('home:guide.nameRequired') : value.trim().length > NAME_MAX ? t('errors:field.tooLong') : true,
            })}
          />
          <TextField
            label={t('home:guide.num')}
            autoComplete="off"
            disabled={isSubmitting}
            error={errors.areaNum != null}
            helperText={errors.areaNum?.message ?? t('home:guide.numHint')}
            {...register('areaNum', {
              validate: (value) => (value.trim() === '' || AREA_NUM.test(value.trim()) ? true : t('home:guide.numWrong')),
            })}
          />
          <Controller
            control={control}
            name="latlng"
            rules={{ validate: (value) => placeRule.safeParse(value).success || t('home:guide.placeWrong') }}
            render={({ field: { name, value, onChange } }) => (
              <PlaceInput
                name={name}
                label={t('home:guide.place')}
                disabled={isSubmitting}
                value={value}
                onChange={onChange}
                {...(errors.latlng?.message == null ? {} : { fault: errors.latlng.message })}
              />
            )}
          />
          <Button type="submit" size="large" variant="contained" loading={isSubmitting}>
            {t('home:guide.submit')}
          </Button>
        </Stack>
      </Card>
    </Box>
  )
}
