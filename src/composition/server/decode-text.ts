import type { Services } from '#contribution/server/contribution.ts';
import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';
import { leftOutWords } from '#library/storage/domain/left-out.ts';
import { decode, NotText } from '#platform/reading/formats/decode.ts';
import { AppError } from '#wire/error-kind.ts';

export const decodeText: Services['decodeText'] = (bytes) => {
  try {
    const { text, leftOut } = decode(bytes, null);
    return { text, notes: leftOut.length === 0 ? [] : [leftOutWords(leftOut)] };
  } catch (error) {
    if (error instanceof UnreadableDocument)
      throw new AppError('refused', `${error.message} ${error.remedy}`, { reason: 'not-text' });
    if (error instanceof NotText)
      throw new AppError('refused', 'This file is no text. Choose a file with text in it.', { reason: 'not-text' });
    throw error;
  }
};
