import { createContext } from 'react';

/** How wide the columns of a table are that is divided into parts, as shares of 1. */
export const ColumnsContext = createContext<readonly number[] | undefined>(undefined);
