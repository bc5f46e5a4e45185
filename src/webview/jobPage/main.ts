import '../shared/shared.css';
import './jobPage.css';
import { openPage } from './openPage.tsx';

openPage(acquireVsCodeApi());
