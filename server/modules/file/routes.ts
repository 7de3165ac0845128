import * as file from '#contract/calls/file.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { JOB_KINDS, readFile, uploadPicture } from './service.ts'

const routes: Served[] = [
  serve(file.upload, ({ body: { kind, file: upload } }, { deps, member: { memberId }, write }) =>
    uploadPicture(deps, write, { memberId, kind, upload }),
  ),

  serve(file.download, async ({ params: { id } }, { deps, member, reply }) => {
    const { bytes, shown: isPublic } = await readFile(deps, id.toLowerCase(), member?.memberId ?? null)
    // An attachment without MIME sniffing (`DATA_HEADERS`): a browser that opens the address saves it as a file.
    void reply
      .header('content-disposition', 'attachment; filename="picture.webp"')
      .header('cache-control', isPublic ? 'private, max-age=300' : 'private, no-store')
      .type(file.STORED_FILE_TYPE)
      .send(bytes)
    return null
  }),
]

export const fileModule = defineModule({ name: 'file', routes, jobs: JOB_KINDS })
