import type { CameraEnter, CameraFault } from '#contract/cameras/camera'
import type { CallGroups } from '#contract/calls'
import { CallFailure } from '../../ground/failure.ts'
import type { Handler } from '../../ground/http/handler.ts'
import type { CameraDesk } from '../desk.ts'
import { type CameraSource, CameraTrouble } from '../drivers/driver.ts'
import { mustBeKnown } from './cloudReach.ts'
import { passwordOf, type PasswordReader } from './password.ts'
import { lawfulReach } from './save.ts'

/** A look through a camera before it is saved. */
export const probeHandler =
  (desk: CameraDesk, readPassword: PasswordReader): Handler<CallGroups['camera']['probe']> =>
  async ({ body: sent }, asking) => {
    const body = readPassword(sent, asking.language)
    const reach = await lawfulReach(body, asking.language, desk)
    const { cameraEnter, channelNo, deviceSerial = '' } = body
    await mustBeKnown({ cameraEnter, channelNo, deviceSerial, nationalChannel: reach.nationalChannel }, asking, desk)
    const password = await passwordOf({ ...reach, password: body.password, id: body.id }, asking, desk)
    const { tenantId } = asking.grant
    const source: CameraSource = { id: 0, tenantId, enter: cameraEnter as CameraEnter, deviceSerial, channelNo, ...reach, password }
    let fault: CameraFault | null = null
    const none = (cause: unknown): null => {
      if (cause instanceof CallFailure && cause.code === 'error.camera.noProgram') fault = 'noProgram'
      else if (cause instanceof CameraTrouble) fault = cause.fault
      else throw cause
      return null
    }
    const picture = await desk.picture(tenantId, source).catch(none)
    const turns = await desk
      .driverOf(source)
      .turns(source)
      .catch(() => false)
    return { picture: picture && `data:image/jpeg;base64,${picture.toString('base64')}`, ptz: turns ? 1 : 0, fault }
  }
